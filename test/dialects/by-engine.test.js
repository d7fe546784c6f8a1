'use strict'

const path = require('node:path')
const { isDeepStrictEqual, promisify } = require('node:util')
const { Eta } = require('eta')
const ejs = require('ejs')
const expressHandlebars = require('express-handlebars')
const Handlebars = require('handlebars')
const hbs = require('hbs')
const { Liquid } = require('liquidjs')
const mustache = require('mustache')
const nunjucks = require('nunjucks')
const pug = require('pug')
const { html } = require('buffered-render')
const dialects = require('../../lib/dialects')
const { withDefaults } = require('../../lib/dialects/dialect')
const { ByName } = require('../../lib/dialects/nunjucks/engine')
const { Splicer } = require('../../lib/page/splicer')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { fill, read } = require('../corpus/load')
const { endingsOf, page } = require('./side-by-side')
const { outcome } = require('../support/outcome')
const { prose } = require('../support/prose')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

/** Text of Nunjucks may be what no file can have. */
const NOT_IN_FILES = ['half a character at the end', 'half a character before a value']

const load = () => { throw new Error('The dialect has loaded a template') }

describe.each(dialects.dialects.map(({ name }) => name))('%s', (name) => {
  const language = require(`./languages/${name}`)

  test.each(language.engines.map((engine) => [engine.version, engine]))('version %s renders the corpus', async (version, { engine }) => {
    const byEngine = async (side, locals) => {
      const { filename, ...view } = side.view
      const render = dialects.byName(name).byEngine(filename, { ...view, filename, load })
      return await render(side.copiesLocals ? { ...locals } : locals) ?? ''
    }
    const examples = language.corpus.filter(({ engines, name }) => (engines?.includes(version) ?? true) && !NOT_IN_FILES.includes(name))
    const different = []
    for (const example of examples) {
      // The last one gives Nunjucks a file.
      const { endings: [expected, actual] } = await endingsOf(language, { engine, example, setting: language.usualSettings.at(-1) }, [page, byEngine])
      if (!isDeepStrictEqual(expected, actual)) different.push({ example: example.name, expected, actual })
    }
    expect(different).toEqual([])
  })
})

const L = prose(400).replaceAll('\n', ' ')

const VIEWS = fill(read(path.join(__dirname, 'by-engine.yaml')), { long: () => L })

const shout = (text) => `${text}!`
const shoutLater = async (text) => `${text}!`

function ownHandlebars () {
  const handlebars = Handlebars.create()
  handlebars.registerPartial('part', VIEWS.handlebars['partials/part.hbs'])
  handlebars.registerHelper('shout', shout)
  return handlebars
}

function ownEnvironment (file, filter = [shout]) {
  return new nunjucks.Environment(new nunjucks.FileSystemLoader(file(''))).addFilter('shout', ...filter)
}

const rendered = (env, view, locals) => promisify(env.render.bind(env))(`${view}.njk`, locals)

/**
 * Engines as apps set them up: what creates a context of the dialect, and the package's own call for a view, with the engine of a context.
 *
 * @type {[name: string, setUp: { language: string, open: (file: (name: string) => string) => { engine: object, options?: object }, render: Function }][]}
 */
const SET_UPS = [
  ['EJS', {
    language: 'ejs',
    open: (file) => ({ engine: ejs, options: { root: file('root') } }),
    render: (engine, file, view, locals) => ejs.renderFile(file(`${view}.ejs`), locals, { root: file('root') })
  }],
  ['EJS with views, and asynchronous', {
    language: 'ejs',
    files: { 'page.ejs': `${L}<%= await x %>-<%- await include("other") %>`, 'more/other.ejs': `${L}<%= x %>` },
    open: (file) => ({ engine: ejs, options: { async: true, views: [file('none'), file('more')] } }),
    render: (engine, file, view, locals) => ejs.renderFile(file(`${view}.ejs`), locals, { async: true, views: [file('none'), file('more')] })
  }],
  ['an instance of Eta', {
    language: 'eta',
    open: (file) => ({ engine: new Eta({ views: file(''), cache: true }) }),
    render: (engine, file, view, locals) => engine.render(view, locals)
  }],
  ['an instance of Eta without views', {
    language: 'eta',
    files: { 'page.eta': `${L}<%= it.x %><%~ it.body %>` },
    open: () => ({ engine: new Eta() }),
    render: (engine, file, view, locals) => new Eta({ views: file('') }).render(view, locals)
  }],
  ['Eta, asynchronous', {
    language: 'eta',
    files: { 'page.eta': `${L}<%= await it.x %><%~ await includeAsync("./parts/part", it) %>` },
    open: (file) => ({ engine: require('eta'), options: { views: [file('')], async: true } }),
    render: (engine, file, view, locals) => new Eta({ views: file('') }).renderAsync(view, locals)
  }],
  ['Handlebars', {
    language: 'handlebars',
    open: () => ({ engine: ownHandlebars() }),
    render: (engine, file, view, locals) => engine.compile(VIEWS.handlebars[`${view}.hbs`])(locals)
  }],
  ['express-handlebars', {
    language: 'handlebars',
    open: (file) => ({ engine: expressHandlebars.create({ extname: '.hbs', helpers: { shout } }) }),
    render: (engine, file, view, locals) => engine.renderView(file(`${view}.hbs`), { ...locals, settings: { views: file('') }, cache: true })
  }],
  ['hbs', {
    language: 'handlebars',
    open: () => ({ engine: hbs.create(ownHandlebars()) }),
    render: (engine, file, view, locals) => promisify(engine.__express)(file(`${view}.hbs`), { ...locals, settings: { views: file('') }, cache: true })
  }],
  ['an instance of Liquid', {
    language: 'liquid',
    open (file) {
      const engine = new Liquid({ root: file(''), extname: '.liquid', cache: true })
      engine.registerFilter('shout', shoutLater)
      return { engine }
    },
    render: (engine, file, view, locals) => engine.renderFile(view, locals)
  }],
  ['Liquid', {
    language: 'liquid',
    open: (file) => ({ engine: require('liquidjs'), options: { views: file('') } }),
    render: (engine, file, view, locals) => new Liquid({ root: file(''), extname: '.liquid' }).renderFile(view, locals)
  }],
  ['Mustache', {
    language: 'mustache',
    open: (file) => ({ engine: mustache, options: { views: file('') } }),
    // To mustache.js, a name has one partial, whatever file names it.
    render: (engine, file, view, locals) => mustache.render(VIEWS.mustache[`${view}.html`].replace('{{> own}}', '{{> root}}'), locals, {
      'parts/part': VIEWS.mustache['parts/part.html'], own: VIEWS.mustache['parts/own.html'], root: VIEWS.mustache['own.html']
    })
  }],
  ['an environment of Nunjucks', {
    language: 'nunjucks',
    open: (file) => ({ engine: ownEnvironment(file) }),
    render: (engine, file, view, locals) => rendered(engine, view, locals)
  }],
  ['an environment of Nunjucks that finds the views of an app, asynchronous', {
    language: 'nunjucks',
    open (file) {
      const env = ownEnvironment(file, [(text, done) => shoutLater(text).then((text) => done(null, text)), true])
      return { engine: new ByName(() => env), isByName: true }
    },
    render: (engine, file, view, locals) => rendered(engine.env, view, locals)
  }],
  ['Nunjucks', {
    language: 'nunjucks',
    files: { 'page.njk': VIEWS.nunjucks['page.njk'].replace(' | shout', '') },
    open: (file) => ({ engine: nunjucks, options: { views: [file('')] } }),
    render: (engine, file, view, locals) => rendered(new nunjucks.Environment(new nunjucks.FileSystemLoader(file(''))), view, locals)
  }],
  ['Pug', {
    language: 'pug',
    open: () => ({ engine: pug, options: { compileDebug: true } }),
    render: (engine, file, view, locals) => pug.renderFile(file(`${view}.pug`), { ...locals, compileDebug: true })
  }]
]

describe.each(SET_UPS)('%s', (_, { language, files, open, render }) => {
  const dialect = dialects.byName(language)
  const locals = () => ({ x: '<x>', body: html`<b>${'&'}</b>`, fail () { throw new RangeError('failed') }, o: { get fail () { throw new RangeError('failed') } } })
  const folder = viewFolder({ ...VIEWS[language], ...files })
  beforeEach(() => ejs.clearCache())

  const extension = Object.keys(VIEWS[language])[0].split('.').at(-1)

  function opened () {
    const { engine, options, isByName } = open(folder.file)
    const context = { engine, options: { views: folder.file(''), ...options, cache: true }, load }
    const nameOf = (view) => isByName ? `${view}.${extension}` : folder.file(`${view}.${extension}`)
    const templates = templatesOf(language, engine, context.options)
    return {
      engine,
      ours: (view, locals) => templates.load(nameOf(view)).render(locals),
      alone (view) {
        const filename = nameOf(view)
        return dialect.byEngine(filename, { ...context, filename })
      }
    }
  }

  const expected = (view) => outcome(() => render(opened().engine, folder.file, view, locals()))

  test('the page is that of the package', async () => {
    const { alone } = opened()
    const { output } = await expected('page')
    expect(output).toContain('&lt;x&gt;')
    const page = alone('page')
    expect(await page(locals())).toBe(output)
    expect(await page(locals())).toBe(output)
  })

  test('nothing is added to the locals', async () => {
    const given = Object.freeze(locals())
    expect(await opened().alone('page')(given)).toBe((await expected('page')).output)
  })

  test.each(['fails', 'broken'])('the error is that of the package: %s', async (view) => {
    const { error } = await expected(view)
    expect(error.message).toMatch(view === 'fails' ? 'failed' : /./)
    expect((await outcome(() => opened().alone(view)(locals()))).error).toEqual(error)
  })

  test('what the dialect has compiled before does not take part', async () => {
    const { alone, ours } = opened()
    for (let i = 0; i < 2; i++) await ours('page', locals())
    const { output } = await expected('page')
    const given = [locals(), locals()]
    const broken = () => { throw new Error('Code of the dialect has run') }
    for (const [object, name] of [[Splicer.prototype, 'fragment'], [Splicer.prototype, 'end'], [StaticFragment, 'from']]) jest.spyOn(object, name).mockImplementation(broken)
    await expect(async () => ours('page', given[0])).rejects.toThrow('Code of the dialect has run')
    expect(await alone('page')(given[1])).toBe(output)
  })

  test('what it compiles does not take part in pages of the dialect', async () => {
    const fragments = async ({ ours }) => (await ours('page', locals())).chunks.filter((chunk) => chunk instanceof StaticFragment).length
    const first = opened()
    for (let i = 0; i < 2; i++) await first.alone('page')(locals())
    const count = await fragments(opened())
    expect(count).toBeGreaterThan(0)
    expect(await fragments(first)).toBe(count)
    expect(await fragments(first)).toBe(count)
  })
})

describe('what an app changes later is seen', () => {
  const folder = viewFolder({ 'page.hbs': '{{> part}}{{shout x}}', 'page.liquid': '{{ x | shout }}', 'page.njk': '{{ x | shout }}', 'page.eta': '<%= it.x %>' })
  const aloneOf = (language, engine, view) => dialects.byName(language).byEngine(folder.file(view), { filename: folder.file(view), engine, options: { views: folder.file(''), cache: true }, load })

  test.each([
    ['helpers and partials of Handlebars', 'page.hbs', ownHandlebars, [
      [(handlebars) => handlebars.registerPartial('part', 'one '), 'one &lt;!'],
      [(handlebars) => { handlebars.registerHelper('shout', (text) => `${text}?`); handlebars.registerPartial('part', 'two ') }, 'two &lt;?'],
      [(handlebars) => handlebars.unregisterPartial('part'), 'The partial part could not be found']
    ]],
    ['filters of Nunjucks', 'page.njk', () => ownEnvironment(folder.file), [[() => {}, '&lt;!'], [(env) => env.addFilter('shout', (text) => `${text}?`), '&lt;?']]],
    ['settings of Eta, without its cache', 'page.eta', () => new Eta({ views: folder.file('') }), [[() => {}, '&lt;'], [(eta) => eta.configure({ autoEscape: false }), '<']]],
    ['a function in the store of Eta', 'page.eta', () => new Eta({ views: folder.file(''), cache: true }), [
      [(eta) => eta.templatesSync.define(folder.file('page.eta'), () => 'own'), 'own']
    ]]
  ])('%s', async (_, view, open, steps) => {
    const engine = open()
    const language = dialects.dialects.find(({ extensions }) => extensions.includes(path.extname(view)))
    let render
    for (const [change, expected] of steps) {
      change(engine)
      render ??= aloneOf(language.name, engine, view)
      const { output, error } = await outcome(() => render({ x: '<' }))
      expect(output ?? error.message).toBe(expected)
    }
  })
})

describe('partials that are registered with Handlebars', () => {
  const source = VIEWS.handlebars['partials/part.hbs']
  const folder = viewFolder({ 'page.hbs': '{{> part}}' })
  const filename = folder.file('page.hbs')
  const aloneOf = (engine) => dialects.byName('handlebars').byEngine(filename, { filename, engine, options: { views: folder.file(''), cache: true }, load })

  test('stay as they are, and are compiled once', () => {
    const engine = ownHandlebars()
    const render = aloneOf(engine)
    expect(render({ x: '<' })).toBe(`${L}&lt;`)
    expect(engine.partials.part).toBe(source)
    const parse = jest.spyOn(engine, 'parse')
    expect(render({ x: '&' })).toBe(`${L}&amp;`)
    expect(parse).not.toHaveBeenCalled()
  })

  test('are not those that the dialect has put in their place', () => {
    const engine = ownHandlebars()
    templatesOf('handlebars', engine, { views: folder.file('') }).load(filename).render({})
    expect(typeof engine.partials.part).toBe('function')
    engine.partials.part = Object.assign(() => { throw new Error('Code of the dialect has run') }, engine.partials.part)
    expect(aloneOf(engine)({ x: '<' })).toBe(`${L}&lt;`)
  })
})

test('a dialect of the app has none unless it says so', () => {
  const compile = () => () => {}
  expect(withDefaults({ name: 'own', extensions: [], compile }).byEngine).toBeUndefined()
})
