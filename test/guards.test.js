'use strict'

const guards = require('../tools/engines/guards')

const published = ['1.0.0', '1.0.1', '1.1.0', '1.2.0', '2.0.0']
const seen = (methods) => Object.entries(methods).map(([name, digest]) => {
  const [owner, method] = name.split('.')
  return { owner, method, digest }
})
const learn = (guard, version, methods, imported = methods) => {
  return guards.withVersion(guard, { version, published, functions: { require: seen(methods), import: seen(imported) } })
}

const EMPTY = { package: 'engine', versions: [], builds: [], code: {} }

describe('what is known of an engine', () => {
  test('has a build of all releases in a row with the same code', () => {
    const one = learn(EMPTY, '1.0.0', { 'Engine.parse': 'a', 'Engine.render': 'b' })
    expect(one).toEqual({ package: 'engine', versions: [['1.0.0', '1.0.0']], builds: ['1.0.0'], code: { Engine: { parse: 'a', render: 'b' } } })
    expect(learn(one, '1.0.1', { 'Engine.parse': 'a', 'Engine.render': 'b' })).toMatchObject({ versions: [['1.0.0', '1.0.1']], builds: ['1.0.0 to 1.0.1'], code: one.code })
    expect(learn(one, '1.1.0', { 'Engine.parse': 'a', 'Engine.render': 'b' })).toMatchObject({ versions: [['1.0.0', '1.0.0'], ['1.1.0', '1.1.0']], builds: ['1.0.0', '1.1.0'], code: one.code })
  })

  test('names the builds of a digest that others do not have', () => {
    const two = learn(learn(EMPTY, '1.0.0', { 'Engine.parse': 'a', 'Engine.render': 'b' }), '1.0.1', { 'Engine.parse': 'a', 'Engine.render': 'c' })
    expect(two).toMatchObject({ builds: ['1.0.0', '1.0.1'], code: { Engine: { parse: 'a', render: { b: ['1.0.0'], c: ['1.0.1'] } } } })
  })

  test('has a build of its own of what is imported, if that has other code', () => {
    const learnt = learn(EMPTY, '1.0.0', { 'Engine.parse': 'a' }, { 'Engine.parse': 'b' })
    expect(learnt).toMatchObject({ builds: ['1.0.0 require', '1.0.0 import'], code: { Engine: { parse: { a: ['1.0.0 require'], b: ['1.0.0 import'] } } } })
    expect(learn(learnt, '1.0.1', { 'Engine.parse': 'a' }, { 'Engine.parse': 'b' }).builds).toEqual(['1.0.0 to 1.0.1 require', '1.0.0 to 1.0.1 import'])
  })

  test('says that builds lack a method that a later one adds', () => {
    const two = learn(learn(EMPTY, '1.0.0', { 'Engine.parse': 'a' }), '1.0.1', { 'Engine.parse': 'a', 'Engine.added': 'b' })
    expect(two.code.Engine.added).toEqual({ undefined: ['1.0.0'], b: ['1.0.1'] })
  })

  test('has no digest of code that was not learnt', () => {
    const partly = { ...EMPTY, versions: [['1.0.0', '1.0.0']], builds: ['1.0.0'], code: { Engine: { parse: 'a' }, Tag: { render: {} } } }
    expect(learn(partly, '1.0.1', { 'Engine.parse': 'a', 'Tag.render': 'b' }).code.Tag.render).toEqual({ b: ['1.0.1'] })
  })

  test('is the same when a release that was taken out is learnt again, at either end or in the middle', () => {
    const methods = { 'Engine.parse': 'a' }
    const all = ['1.0.0', '1.0.1', '1.1.0', '1.2.0'].reduce((guard, version) => learn(guard, version, methods), EMPTY)
    expect(all).toMatchObject({ versions: [['1.0.0', '1.2.0']], builds: ['1.0.0 to 1.2.0'] })
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) expect(learn(all, version, methods)).toEqual(all)
    const changed = learn(all, '1.1.0', { 'Engine.parse': 'b' })
    expect(changed.builds).toEqual(['1.0.0 to 1.0.1', '1.1.0', '1.2.0'])
  })

  test.each(guards.all())('is written as it is read: $package', (guard) => {
    expect(JSON.parse(guards.format(guard))).toEqual(guard)
    expect(Object.keys(guard).every((key) => ['package', 'versions', 'builds', 'code'].includes(key))).toBe(true)
    if (!guard.code) return
    const named = Object.values(guard.code).flatMap((methods) => Object.values(methods)).filter((each) => typeof each !== 'string').flatMap((digests) => Object.values(digests).flat())
    expect(guard.builds).toEqual(expect.arrayContaining([...new Set(named)]))
    expect(guard.builds.length).toBeGreaterThan(0)
  })
})
