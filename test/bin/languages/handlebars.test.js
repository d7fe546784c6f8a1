'use strict'

const expressHandlebars = require('express-handlebars')
const Handlebars = require('handlebars')
const hbs = require('hbs')
const L = require('../../corpus/long').handlebars()
const dialect = require('../../../lib/dialects').byName('handlebars')
const { explained, sorted } = require('../../support/explained')
const { outcome } = require('../../support/outcome')
const { replace } = require('../../support/replaced')
const { viewFolder } = require('../../support/view-folder')
const { languageSuite } = require('./suite')

beforeEach(() => { jest.spyOn(console, 'error').mockImplementation(() => {}) })

const helpers = { bold: ({ fn }) => fn(), raw: ({ fn }) => fn(), list: (items, { fn }) => fn(), shout: (text) => text }

function create () {
  const engine = Handlebars.create()
  engine.registerHelper(helpers)
  return engine
}

const explain = (source, options, engine = create()) => explained('handlebars', source, { engine, options })

/** Further spans than those of the corpus: name, source, static spans, dynamic spans, options. */
const SPANS = [
  ['a helper of the render', '{{#mine}}b{{/mine}}', ['b'], ['{{#mine}}'], { runtimeOptions: { helpers: { mine: ({ fn }) => fn() } } }]
]

languageSuite('handlebars', () => ({
  contextOf: (options) => ({ engine: create(), options }),
  spans: SPANS,
  broken: ['{{#if a}}', '{{a', '{{/a}}', '{{#if a}}{{/each}}', 'a\n{{> }}'],
  compile: (engine, source) => engine.precompile(source),
  runs: { source: `a{{! b }}${L}{{#if c}}${L}{{d}}e{{else}}f{{/if}}{{#bold}}g{{/bold}}h`, texts: [`a${L}`, L, 'e', 'f', 'g', 'h'], fragments: 2 },
  compare (explanation, source, { engine, options: { runtimeOptions, views, ...options } }) {
    const environment = new engine.Compiler().compile(engine.parse(source, options), { ...options })
    expect(sorted(explanation.static)).toBe(sorted(contentsOf(environment)))
    if (hasTwins(environment)) return false
    expect(sorted(explanation.texts)).toBe(sorted(explanation.static))
  }
}))

test('equal blocks are compiled once, as in Handlebars', () => {
  const { static: spans, texts } = explain('{{#if a}}b{{/if}}{{#if c}}b{{/if}}')
  expect([spans, texts]).toEqual([['b', 'b'], ['b']])
})

/** Returns all text in a template and its blocks. */
function contentsOf (environment) {
  const opcodes = allIn(environment).flatMap((each) => each.opcodes)
  return opcodes.filter(({ opcode }) => opcode === 'appendContent').map(({ args: [text] }) => text)
}

/** Returns whether a template has equal blocks. */
function hasTwins (environment) {
  const all = allIn(environment)
  return all.some((a, i) => all.some((b, j) => i < j && a.equals(b)))
}

function allIn (environment) {
  return [environment, ...environment.children.flatMap(allIn)]
}

describe('engine fallback', () => {
  const engineFallback = (source, change = () => {}, options) => {
    const engine = create()
    change(engine)
    return explain(source, options, engine)
  }

  test.each([
    ['a decorator', '{{* mark}}b', undefined, 'uses a decorator of the app'],
    ['a decorator in a block', '{{#if a}}{{* mark}}{{/if}}b', undefined, 'uses a decorator of the app'],
    ['another decorator inline', 'b', (engine) => engine.registerDecorator('inline', () => {}), 'is rendered with a decorator "inline" that is not Handlebars\' own'],
    ['another built-in helper', 'b', (engine) => engine.registerHelper('if', () => {}), 'is rendered with a helper "if" that is not Handlebars\' own'],
    ['another compile', 'b', (engine) => { engine.compile = (source) => () => source }, 'is rendered by functions of handlebars whose code is unknown']
  ])('%s', (_, source, change, reason) => {
    const { texts, ...explanation } = engineFallback(source, change)
    expect(explanation).toMatchObject({ static: ['b'], engineFallback: reason })
    expect(texts).toEqual([])
  })

  test('a built-in helper replaced for a render', () => {
    const options = { runtimeOptions: { helpers: { if: ({ fn }) => fn() } } }
    const explanation = explain('{{#if a}}b{{/if}}', options)
    expect(explanation).toMatchObject({ static: ['b'], dynamic: ['{{#if a}}'], texts: [] })
    expect(explanation.engineFallback).toBe('is rendered with a helper "if" that is not Handlebars\' own')
  })

  test('another escape function', () => {
    replace(Handlebars.Utils, 'escapeExpression', () => (value) => value)
    expect(explain('a{{b}}')).toMatchObject({ dynamic: ['{{b}}'], texts: [], engineFallback: 'is escaped by a function of the app' })
  })

  test('a sum that may be a number', async () => {
    expect(engineFallback(`{{{a}}}{{#b}}${L}{{/b}}`).engineFallback).toBe('starts with what may be a number, to which Handlebars adds the rest')
    expect(engineFallback(`x{{{a}}}{{#b}}${L}{{/b}}`).engineFallback).toBeUndefined()
  })

  test('an instance that the app has changed compiles the template', async () => {
    const change = (engine) => { engine.compile = () => () => 'own' }
    for (const source of ['{{#if a}}', '{{> a b c}}']) {
      const { error } = await outcome(() => engineFallback(source, change))
      expect(error).toEqual((await outcome(() => create().precompile(source))).error)
    }
  })
})

describe('instances for Express', () => {
  const files = { 'page.hbs': '\n {{title}} <b>\n{{#shout}}x{{/shout}}{{> part}}{{later}} \n', 'partials/part.hbs': '{{title}}!', 'layout.hbs': '<{{{body}}}>', 'layouts/main.hbs': '<{{{body}}}>', 'broken.hbs': '{{#if}}' }
  const folder = viewFolder(files)

  const shout = ({ fn }) => fn().toUpperCase()
  const ofExpressHandlebars = (config) => expressHandlebars.create({ extname: '.hbs', helpers: { shout, later: () => 'later' }, ...config })
  const ofHbs = () => {
    const instance = hbs.create()
    instance.registerHelper('shout', shout)
    instance.registerHelper('later', () => 'later')
    instance.registerPartial('part', files['partials/part.hbs'])
    return instance
  }
  const context = (engine) => ({ engine, options: { views: folder.file(''), cache: true } })
  const explainFile = (engine, name = 'page.hbs') => {
    const filename = folder.file(name)
    const { spans, ...rest } = explained('handlebars', dialect.read(filename, engine), { ...context(engine), filename })
    return { ...rest, spans: spans.map(({ start, end, kind }) => [kind, files[name].slice(start, end)]) }
  }
  const dynamic = ['{{title}}', '{{#shout}}', '{{> part}}', '{{later}}'].map((tag) => ['dynamic', tag])

  const [title, shouted, ...others] = dynamic
  test.each([
    ['express-handlebars: the options of the instance', ofExpressHandlebars(), [title, ['static', ' <b>\n'], shouted, ['static', 'x'], ...others], [' <b>\n', 'x']],
    ['express-handlebars: other options of the instance', ofExpressHandlebars({ helpers: {}, compilerOptions: { preventIndent: true } }), expect.not.arrayContaining([shouted]), expect.anything()],
    ['express-handlebars: an instance with replaced methods', Object.assign(ofExpressHandlebars(), { render: async () => 'own' }), expect.anything(), [],
      'is rendered by functions of express-handlebars whose code is unknown'],
    ['hbs: the options of the instance', ofHbs(), [['static', '\n '], title, ['static', ' <b>\n'], shouted, ['static', 'x'], ...others, ['static', ' \n']], ['\n ', ' \n', ' <b>\n', 'x']]
  ])('the explanation uses %s', (_, instance, spans, texts, engineFallback = undefined) => {
    const explanation = explainFile(instance)
    expect({ ...explanation, texts: explanation.texts.sort() }).toMatchObject({ spans, texts })
    expect(explanation.engineFallback).toBe(engineFallback)
  })

  test('hbs: an asynchronous helper causes an engine fallback', () => {
    const instance = ofHbs()
    instance.registerAsyncHelper('other', () => {})
    expect(explainFile(instance).engineFallback).toBeUndefined()
    instance.registerAsyncHelper('later', () => {})
    expect(explainFile(instance).engineFallback).toBe('calls "later", an asynchronous helper of hbs')
  })

  test.each([['express-handlebars', ofExpressHandlebars], ['hbs', ofHbs]])('%s: a compile error is thrown', async (_, create) => {
    expect(await outcome(() => explainFile(create(), 'broken.hbs'))).toEqual(await outcome(() => Handlebars.precompile(files['broken.hbs'])))
  })
})
