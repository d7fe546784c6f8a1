'use strict'

const { CheckedMethods, KnownCode } = require('../../../lib/dialects/guards/known-code')
const { codeDigestOf, strippedCodeOf } = require('../../../lib/util/code-digest')
const { WatchedMethods } = require('../../../lib/util/watched-methods')

const plain = (a) => a + 1
// eslint-disable-next-line
const commented = (a) => /* adds */ a  +   1 // one
const other = (a) => a + 2

describe('the code of functions', () => {
  test('is the same with other comments and white space', () => {
    expect(strippedCodeOf(plain)).toBe(strippedCodeOf(commented))
    expect(codeDigestOf(plain)).toBe(codeDigestOf(commented))
    expect(codeDigestOf(plain)).not.toBe(codeDigestOf(other))
  })

  test('is that of their source, whatever their toString() returns', () => {
    const disguised = Object.assign((a) => a + 2, { toString: () => String(plain) })
    expect(strippedCodeOf(plain)).not.toBe(strippedCodeOf(disguised))
  })

  test('of what is no function is empty, and its digest its value or type', () => {
    expect([undefined, true, {}].map(strippedCodeOf)).toEqual(['', '', ''])
    expect([undefined, null, false, {}].map(codeDigestOf)).toEqual(['undefined', 'null', 'false', 'object'])
    expect(codeDigestOf(() => {})).toMatch(/^[\w-]{12}$/)
  })
})

/** An engine with three builds: two methods have changed in the second, and one is missing in the third. */
const guard = {
  package: 'engine',
  versions: [['1.0.0', '1.2.0']],
  builds: ['1.0.0', '1.1.0', '1.2.0'],
  code: {
    Engine: {
      parse: { [codeDigestOf(plain)]: ['1.0.0', '1.2.0'], [codeDigestOf(other)]: ['1.1.0'] },
      render: { [codeDigestOf(plain)]: ['1.0.0'], [codeDigestOf(other)]: ['1.1.0'], undefined: ['1.2.0'] }
    },
    Tag: { render: codeDigestOf(plain) }
  }
}

describe('the methods of an engine', () => {
  const check = (engine, tag = { render: plain }) => {
    const methods = new CheckedMethods(new KnownCode(guard))
    return methods.findUnknown('Engine', engine) ?? methods.findUnknown('Tag', tag)
  }

  test.each([
    ['1.0.0', { parse: plain, render: commented }],
    ['1.1.0', { parse: other, render: other }],
    ['1.2.0', { parse: plain }]
  ])('are known in the build %s', (build, engine) => {
    expect(check(engine)).toBeUndefined()
  })

  test.each([
    ['whose code is unknown', { parse: () => {}, render: plain }, 'Engine.parse'],
    ['of another build than those before', { parse: other, render: plain }, 'Engine.render'],
    ['that is missing in another build', { parse: other }, 'Engine.render'],
    ['that is missing in no build', { render: plain }, 'Engine.parse']
  ])('are unknown with one %s', (_, engine, unknown) => {
    expect(check(engine)).toBe(unknown)
  })

  test('of another owner may belong to other builds, if they have one in common', () => {
    expect(check({ parse: plain, render: plain }, { render: other })).toBe('Tag.render')
  })

  test('whose names are given are unknown with a name that is new', () => {
    const methods = new CheckedMethods(new KnownCode(guard))
    expect(methods.findUnknown('Engine', { parse: plain, render: plain, added: plain }, ['parse', 'render', 'added'])).toBe('Engine.added')
    expect(methods.findUnknown('Engine', { parse: plain, render: plain, toString: plain }, ['parse', 'render', 'toString'])).toBe('Engine.toString')
    expect(methods.findUnknown('Engine', { parse: plain, render: plain }, ['parse', 'render'])).toBeUndefined()
  })

  test('that are replaced are found, and those that are put back are not', () => {
    const engine = { parse: plain, render: plain }
    const methods = new CheckedMethods(new KnownCode(guard))
    methods.findUnknown('Engine', engine)
    expect(methods.findReplaced()).toBeUndefined()
    engine.render = commented
    expect(methods.findReplaced()).toBe('Engine.render')
    engine.render = plain
    expect(methods.findReplaced()).toBeUndefined()
  })

  test('are recognised one by one', () => {
    const isRender = new KnownCode(guard).recognizer('Engine', 'render')
    expect([plain, commented, other, () => {}, undefined, 'text'].map((fn) => isRender(fn))).toEqual([true, true, true, false, false, false])
  })
})

test('methods that are only watched may have any code, and may be missing', () => {
  const owner = { a: () => 1 }
  const watched = new WatchedMethods()
  watched.watch('Owner', owner, ['a', 'b'])
  expect(watched.findReplaced()).toBeUndefined()
  owner.b = () => 2
  expect(watched.findReplaced()).toBe('Owner.b')
})

test('methods that are watched after a comparison are compared, too', () => {
  const owner = { a: () => 1, b: () => 1 }
  const watched = new WatchedMethods()
  watched.watch('Owner', owner, ['a'])
  expect(watched.findReplaced()).toBeUndefined()
  watched.watch('Owner', owner, ['b'])
  owner.b = () => 2
  expect(watched.findReplaced()).toBe('Owner.b')
})
