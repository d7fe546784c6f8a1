'use strict'

const { execFileSync } = require('node:child_process')
const expressHandlebars = require('express-handlebars')
const hbs = require('hbs')
const { OURS } = require('../../lib/dialects/shared/names')
const ejsEngines = require('../support/ejs-engines')
const { expressVersions } = require('../support/frameworks')
const { fragmentsOf } = require('../support/fragments-of')
const { namesInCode } = require('../support/generated-names')
const { filesOf, languages, setUpApp } = require('../support/languages')
const { ATTACKS, attacksBy, knownOf, localsOf } = require('../support/local-attacks')
const expressSideBySide = require('../support/side-by-side').sideBySide
const { viewFolder } = require('../support/view-folder')
const { sideBySide } = require('./side-by-side')

/** Static text that is long enough for a fragment. */
const LONG = '<meta name="viewport"> '.repeat(12)

const cases = languages.flatMap(({ name }) => {
  const language = require(`./languages/${name}`)
  return Object.entries(language.rewritten(LONG)).flatMap(([view, example]) => language.engines.map(({ version, engine }) => ({ name, view, version, engine, language, example })))
})

test.each(cases)('locals with the names in generated code: $name $version, $view', async ({ language, engine, example }) => {
  const [setting] = language.usualSettings
  const render = (given) => sideBySide(language, engine, { ...example, locals: given }, setting)
  const names = await namesInCode(() => render(() => localsOf({})))
  const { actual, pages } = await render(() => localsOf({}))
  expect(actual.every(({ output }) => typeof output === 'string')).toBe(true)
  expect(fragmentsOf(pages[0]).length).toBeGreaterThan(0)

  const { expected, actual: ours } = await render(attacksBy(names))
  expect(ours).toEqual(expected)
})

/** Apps with an engine, as people set them up, whose views print a local in each way that they have. */
const APPS = [
  ...ejsEngines.map(({ version, engine }) => ({
    name: `EJS ${version}`,
    extension: 'ejs',
    files: { 'page.ejs': `${LONG}<% var title = title || "none" %><%= title %><%- locals.title %><% for (const x of [1, 2]) { %><%= x %><% } %>${LONG}` },
    setUp: (app) => { app.engine('ejs', engine.renderFile) }
  })),
  {
    name: 'hbs',
    extension: 'hbs',
    files: { 'page.hbs': `${LONG}{{title}}{{{title}}}{{#each title}}{{this}}{{/each}}`, 'layout.hbs': `${LONG}{{{body}}}{{title}}` },
    setUp: (app) => { app.engine('hbs', hbs.__express) }
  },
  {
    name: 'express-handlebars',
    extension: 'handlebars',
    files: { 'page.handlebars': `${LONG}{{title}}{{{title}}}{{#if title}}${LONG}{{/if}}`, 'layouts/main.handlebars': `${LONG}{{{body}}}{{title}}` },
    setUp: (app) => { app.engine('handlebars', expressHandlebars.engine()) }
  },
  ...languages.filter(({ titled }) => titled).map((language) => ({
    name: language.name,
    extension: language.extension,
    optionLocals: language.optionLocals,
    files: filesOf(language, language.titled(LONG)),
    setUp: (app) => setUpApp(language, app)
  }))
]

/** Names that engines and packages look up besides those in generated code. */
const LOOKED_UP = ['body', 'block', 'blocks', '__blocks', 'caller', 'forloop', 'helpers', 'layout', 'loop', 'partial-block', 'partials', 'settings', '_locals', '_parent']

describe('names from a request, the response and the app', () => {
  const versions = expressVersions.flatMap((each) => APPS.map((app) => ({ ...each, ...app })))
  const query = (name) => ({ path: `/query?title=a&${encodeURIComponent(name)}=${encodeURIComponent(ATTACKS[0])}` })

  test.each(versions)('Express $version, $name', async ({ express, extension, files, setUp, optionLocals = [] }) => {
    const folder = viewFolder(files)
    const build = ({ app, pages }) => {
      app.set('views', folder.file('.')).set('view engine', extension)
      app.use(pages(setUp(app)))
      app.get('/query', (req, res) => res.render('page', req.query))
      app.get('/response/:name', (req, res) => {
        res.locals[req.params.name] = ATTACKS[0]
        res.render('page')
      })
      app.get('/app/:name', ({ params: { name } }, res, next) => {
        const before = Object.getOwnPropertyDescriptor(app.locals, name)
        app.locals[name] = ATTACKS[0]
        res.render('page', (error, page) => {
          delete app.locals[name]
          if (before) Object.defineProperty(app.locals, name, before)
          if (error) next(error)
          else res.send(page)
        })
      })
      app.use((error, req, res, next) => res.status(500).send(error.message))
    }
    const inCode = await namesInCode(() => expressSideBySide(express, build, [query('none')]))
    const names = [...knownOf(inCode), ...LOOKED_UP].filter((name) => !optionLocals.includes(name))
    const { alone, ours, spliced, fallThrough } = await expressSideBySide(express, build, names.flatMap((name) => [query(name), { path: `/response/${name}` }, { path: `/app/${name}` }]))
    expect(ours.answers.length).toBe(3 * names.length)
    expect(ours.answers.map(({ status, body }) => ({ status, body }))).toEqual(alone.answers.map(({ status, body }) => ({ status, body })))
    expect(ours.answers.filter(({ status }) => status === 200).length).toBeGreaterThan(names.length)
    expect([spliced > 0, fallThrough]).toEqual([true, 0])
  })
})

test.each([
  ['ejs', { files: { 'page.ejs': `${LONG} <b class="header__brand">__br</b><%= title %>` } }],
  ['eta', { files: { 'page.eta': `${LONG} <b class="header__brand">__br</b><%= it.title %>` } }],
  ['nunjucks', { page: `${LONG} <b class="header__brand">__br</b>{{ title }}`, setup () {} }],
  ['pug', { page: `p ${LONG} header__brand __br\np= title` }]
])('text like a name does not leave a view to the engine, %s', async (name, example) => {
  const language = require(`./languages/${name}`)
  const { actual, expected, pages } = await sideBySide(language, language.engines.at(-1).engine, { ...example, locals: () => localsOf({}) }, language.usualSettings[0])
  expect(actual).toEqual(expected)
  expect(fragmentsOf(pages[0])).toHaveLength(1)
})

describe('the inserted name', () => {
  test('has at least 64 bits', () => {
    expect(OURS).toMatch(/^\$[\w$]{11}$/)
  })

  test.each(['ejs', 'eta', 'nunjucks', 'pug'])('is on no page and in no error of the corpus, %s', async (name) => {
    const { engines, corpus, usualSettings: [setting], ...language } = require(`./languages/${name}`)
    for (const { version, engine } of engines) {
      for (const example of corpus.filter(({ engines }) => engines?.includes(version) ?? true)) {
        const folder = language.folderOf?.(example)
        const side = language.open({ engine, folder, example, setting })
        for (const given of [example.locals ?? (() => ({}))].flat()) expect([example.name, await shown(side, given())]).not.toEqual([example.name, expect.stringContaining(OURS)])
        folder?.remove()
        side.close?.()
      }
    }
  })

  test('differs in each process, entity tags do not', () => {
    const folder = viewFolder({
      'page.ejs': `${LONG}<% var title = title %><%= title %>`, 'page.eta': `${LONG}<%= it.title %>`, 'page.njk': `${LONG}{{ title }}`, 'page.pug': `p ${LONG}\np= title`
    })
    const script = `
      const { createRenderer } = require(${JSON.stringify(require.resolve('../..'))})
      const renderer = createRenderer({ views: ${JSON.stringify(folder.file('.'))} })
      const compositions = ['ejs', 'eta', 'njk', 'pug'].map(async (type) => String((await renderer.render('page.' + type, { title: 'a' })).identityBytes))
      const { OURS } = require(${JSON.stringify(require.resolve('../../lib/dialects/shared/names'))})
      Promise.all(compositions).then((compositions) => console.log(JSON.stringify({ compositions, OURS })))`
    const [first, second] = [1, 2].map(() => JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })))
    expect(first.compositions).toEqual(second.compositions)
    expect(first.OURS).not.toBe(second.OURS)
  })
})

/** @returns {Promise<string>} all that an app gets to see of a render */
async function shown (side, given) {
  side.before?.()
  try {
    return String(await side.template().render(given))
  } catch (error) {
    return `${error?.message} ${error?.stack} ${error?.cause?.stack}`
  }
}
