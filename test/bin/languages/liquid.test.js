'use strict'

const liquidjs = require('liquidjs')
const dialect = require('../../../lib/dialects').byName('liquid')
const { copied } = require('../../support/copied-package')
const { explained, sorted } = require('../../support/explained')
const { setUp } = require('../../dialects/languages/liquid-arbitrary')
const { outcome } = require('../../support/outcome')
const { viewFolder } = require('../../support/view-folder')
const { LONG, languageSuite } = require('./suite')

const { Liquid } = liquidjs

const explain = (source, options, engine = liquidjs) => explained('liquid', source, { engine, options })

/** Further spans than those of the corpus: name, source, static spans, dynamic spans, options. */
const SPANS = [
  ['Unicode', '\ud83d\ude00é\u2028{{ a }}\ud83d', ['\ud83d\ude00é\u2028', '\ud83d'], ['{{ a }}']]
]

languageSuite('liquid', () => ({
  contextOf: (options) => ({ engine: new Liquid(options) }),
  spans: SPANS,
  broken: ['{% if a %}', '{{ a', '{% none %}', '{% endif %}', 'a\n{{ | }}'],
  compile: (engine, source) => engine.parse(source, '/views/page.liquid'),
  runs: { source: `a{% # b %}${LONG}{% if c %}${LONG}{{ d }}e{% else %}f{% endif %}{% render "part" %}g`, texts: [`a${LONG}`, LONG, 'e', 'f', 'g'], fragments: 2 },
  compare: (explanation) => expect(sorted(explanation.static)).toBe(sorted(explanation.texts))
}))

test("the app's own tags write output, and may change their content", () => {
  const engine = new Liquid()
  setUp(engine, liquidjs)
  engine.registerTag('if', engine.tags.wrap)
  const { engineFallback, static: texts, dynamic, texts: compiled } = explain('a{% own %}b{% wrap %}c{{ d }}{% endwrap %}e{% if f %}g{% endwrap %}', {}, engine)
  expect(texts).toEqual(['a', 'b', 'e'])
  expect(dynamic).toEqual(['{% own %}', '{% wrap %}', '{% if f %}'])
  expect(compiled).toEqual(['a', 'b', 'e'])
  expect(engineFallback).toBeUndefined()
})

test('static text is reported also if the template has been rendered before', () => {
  const engine = new Liquid({ cache: true })
  const first = explain(`a${LONG}`, {}, engine)
  expect(explain(`a${LONG}`, {}, engine)).toEqual(first)
  expect(first.texts).toEqual([`a${LONG}`])
})

describe('engine fallback', () => {
  const folder = viewFolder({ 'page.liquid': `a${LONG}{{ b }}`, 'broken.liquid': '{% if' })

  const create = (Class = Liquid, options) => new Class({ root: folder.file(''), extname: '.liquid', ...options })
  const explainFile = (engine, name = 'page.liquid') => {
    const filename = folder.file(name)
    return explained('liquid', dialect.read(filename, engine), { engine, filename })
  }

  test.each([
    ['a method of its own', () => Object.assign(create(), { parse (...args) { return Liquid.prototype.parse.apply(this, args) } }), 'is of an instance of Liquid with another parse()'],
    ['a method of a subclass', () => create(class extends Liquid { _render (...args) { return super._render(...args) } }), 'is of an instance of Liquid with another _render()'],
    ['another renderer', () => Object.assign(create(), { renderer: { renderTemplates: () => 'rendered' } }), 'is of an instance of Liquid with another renderer'],
    ['types that are kept', () => create(Liquid, { keepOutputType: true }), 'is of an instance of Liquid with the option keepOutputType, whose pages need not be text']
  ])('%s', async (_, make, reason) => {
    const { spans, texts, engineFallback } = explainFile(make())
    expect([spans, texts, engineFallback]).toEqual([undefined, [], reason])
    const { error } = await outcome(() => explainFile(make(), 'broken.liquid'))
    expect(error.message).toMatch('broken.liquid, line:1')
  })

  test('an unknown version', () => {
    const copy = copied('liquidjs')
    const { render } = copy.Output.prototype
    copy.Output.prototype.render = function * (...args) { yield render.apply(this, args) }
    const reason = 'is rendered by functions of liquidjs whose code is unknown, such as Output.render()'
    expect(explainFile(create(copy.Liquid)).engineFallback).toBe(reason)

    const filename = folder.file('page.liquid')
    const context = { engine: copy, filename, options: { views: folder.file('') } }
    expect(explained('liquid', '', context).engineFallback).toBe(reason)
  })

  test('is not for files that are not on the disk', () => {
    const [kept, fresh] = [true, false].map((cache) => new Liquid({ templates: { page: `a${LONG}{{ b }}` }, cache }))
    const spans = [{ start: 0, end: LONG.length + 1, kind: 'static' }, { start: LONG.length + 1, end: LONG.length + 8, kind: 'dynamic' }]
    const explainPage = (engine) => explained('liquid', dialect.read('page', engine), { engine, filename: 'page' })
    for (const engine of [kept, fresh]) {
      expect(explainPage(engine)).toMatchObject({ spans, texts: [`a${LONG}`], fragments: 1 })
      expect(explainPage(engine).engineFallback).toBeUndefined()
    }
  })
})
