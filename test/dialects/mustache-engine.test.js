'use strict'

const mustache = require('mustache')
const dialect = require('../../lib/dialects').byName('mustache')
const { writerOf } = require('../../lib/dialects/mustache/writer')
const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { sides } = require('./languages/mustache-sides')
const { templatesOf } = require('../support/templates-of')
const { prose } = require('../support/prose')
const { replace } = require('../support/replaced')
const { viewFolder } = require('../support/view-folder')

const text = (length, seed) => prose(length, seed).replaceAll('{', '(')

afterEach(() => mustache.clearCache())

test('the escape function is looked up at each tag', async () => {
  const { escape } = mustache
  replace(mustache, 'escape', () => escape)
  const locals = () => ({ x: '<', n: 1, swap () { mustache.escape = (text) => `(${text})`; return '<' } })
  const { stock, ours } = sides({ page: '{{x}}{{n}}{{swap}}{{x}}{{n}}' })
  const expected = await stock(locals())
  expect(expected.output).toBe('&lt;1&lt;(<)1')
  mustache.escape = undefined
  const withoutEscape = await stock(locals())
  for (const [own, output] of [[escape, expected], [undefined, withoutEscape], [escape, expected]]) {
    mustache.escape = own
    expect(await ours(locals())).toEqual(output)
  }
})

describe('splicing', () => {
  test('text between tags that print nothing is one fragment', () => {
    const piece = text(100, 1)
    const { chunks } = sides({ page: `${piece}{{!c}}${piece}{{=| |=}}${piece}|! c||={{ }}=|${piece}` }).rendered({})
    expect(chunks).toEqual([expect.any(StaticFragment)])
    expect(chunks[0].text).toBe(piece.repeat(4))
  })

  const body = new Rendered(['<b>', new StaticFragment(text(500, 1)), '</b>'])

  test.each([
    ['{{{body}}}', true], ['{{&body}}', true], ['{{{o.body}}}', true], ['{{#o}}{{{body}}}{{/o}}', true],
    ['{{body}}', false], ['{{#give}}{{/give}}', false], ['{{#render}}{{{body}}}{{/render}}', false]
  ])('a Rendered as a value: %s', async (page, keeps) => {
    const locals = { body, o: { body }, give: () => () => body, render: () => (source, render) => render(source) }
    const { stock, rendered } = sides({ page })
    const result = rendered(locals)
    expect(result.toString()).toBe((await stock(locals)).output)
    expect(result.chunks.includes(body.chunks[1])).toBe(keeps)
  })

  test('text that a lambda renders is a string', () => {
    let given
    const locals = { f: () => (source, render) => { given = render(source); return given } }
    const long = text(2000, 1)
    expect(sides({ page: `{{#f}}${long}\n{{>part}}{{/f}}`, part: long }).rendered(locals).toString()).toBe(given)
    expect(given).toBe(`${long}\n${long}`)
  })
})

describe('a change of the delimiters of the engine', () => {
  const { tags } = mustache
  beforeEach(() => replace(mustache, 'tags', () => tags))

  test('applies from the next render on, in partials too', async () => {
    const { stock, ours } = sides({ page: '{{x}}<%x%>{{>part}}<%>part%>{{#f}}{{x}}{{/f}}<%#f%><%x%><%/f%>', part: '{{x}}|<%x%>\n' })
    const locals = { x: 1, f: () => (source, render) => render(source) }
    const outputs = new Set()
    for (const next of [tags, ['<%', '%>'], tags, ['<%'], 'none', undefined, tags]) {
      mustache.tags = next
      const expected = await stock(locals)
      expect(await ours(locals)).toEqual(expected)
      outputs.add(JSON.stringify(expected))
    }
    expect(outputs.size).toBe(5)
  })

  test('applies if the array is changed in place', async () => {
    mustache.tags = ['{{', '}}']
    const { stock, ours } = sides({ page: '{{x}}<%x%>' })
    expect(await ours({ x: 1 })).toEqual(await stock({ x: 1 }))
    mustache.tags.splice(0, 2, '<%', '%>')
    expect(await ours({ x: 1 })).toEqual({ output: '{{x}}1' })
    expect(await stock({ x: 1 })).toEqual({ output: '{{x}}1' })
  })
})

test('a modified engine gets the options', async () => {
  replace(mustache.Writer.prototype, 'escapedValue', (escapedValue) => function (...args) { return `(${escapedValue.apply(this, args)})` })
  const all = [{ tags: ['<%', '%>'] }, { escape: () => 'e' }, { tags: ['<%', '%>'], escape: () => 'e' }]
  const locals = { x: '<' }
  const outputs = []
  for (const options of all) {
    const { stock, ours } = sides({ page: '<%x%>{{x}}' }, options)
    const expected = await stock(locals)
    expect(await ours(locals)).toEqual(expected)
    outputs.push(expected.output)
  }
  expect(outputs).toEqual(['(&lt;){{x}}', '<%x%>(e)', '(e){{x}}'])
})

test('the cache of the engine stays empty', async () => {
  mustache.clearCache()
  const set = jest.spyOn(mustache.templateCache, 'set')
  const { ours } = sides({ page: '{{#f}}{{x}}{{/f}}\n {{>part}}', part: '{{x}}' })
  const output = (await ours({ x: 1, f: () => (source, render) => render(`${source}!`) })).output
  expect(output).toBe('1!\n 1')
  expect(set).not.toHaveBeenCalled()
})

test('the cache of texts that lambdas render is limited', () => {
  const { file } = viewFolder({ 'page.mustache': '{{#f}}{{/f}}' })
  const template = templatesOf('mustache', mustache, { views: file('') }).load(file('page.mustache'))
  const numbers = Array.from({ length: 10_000 }, (_, n) => n)
  for (const x of [1, 2]) {
    const locals = { f: () => (source, render) => numbers.map((n) => render(`${n}:{{x}}`)).join(), x }
    expect(template.render(locals).toString()).toBe(numbers.map((n) => `${n}:${x}`).join())
  }
  const { size } = writerOf(mustache).templateCache
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThan(8200)
})

test('the dialect reads files without their byte order mark', () => {
  const { file } = viewFolder({ 'page.html': '\ufeff<p>é</p>' })
  expect(dialect.read(file('page.html'))).toBe('<p>é</p>')
})
