'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { copyOf, viewFolder } = require('../support/view-folder')
const { jsonOf, run } = require('./command')

// The app that the file of --options exports: its views, engines and settings are those of the report.

const modules = path.join(__dirname, '../../node_modules')

const folder = copyOf(path.join(__dirname, 'app-of-options'))
fs.symlinkSync(modules, folder.file('node_modules'))

const NOTE = 'The engines that an Express app registers with app.engine() are not known here: export the app as "app" in the file of --options.'
const WRAPPED = 'is rendered by a function whose engine cannot be detected'

const withApp = (app, args, options = 'options.cjs') => [[...args, '--options', options], { cwd: folder.file('.'), env: { APP: app } }]
const runWith = (...given) => run(...withApp(...given))
const explain = (app, ...args) => jsonOf(run, ...withApp(app, ['explain', ...args]))
const summaryOf = ({ views }) => Object.fromEntries(views.map(({ name, language, findings }) => [name, [language, ...findings.map(({ kind, reason }) => `${kind}: ${reason}`)]]))

describe('explain', () => {
  test('says of a view why it is left to Express, as the app does', async () => {
    const explained = await explain('wrapped')
    expect(explained.code).toBe(1)
    expect(summaryOf(explained)).toMatchObject({ 'index.ejs': ['ejs', expect.stringContaining(`left-to-express: ${WRAPPED}`)], 'page.njk': ['nunjucks'] })
    expect(explained.verdict).toMatch(/^2 of 3 views are spliced; 1 is left to Express\./)
    expect(explained).not.toHaveProperty('note')
  })

  test.each([
    ['stock', { 'index.ejs': ['ejs'], 'list.html': ['mustache'], 'page.njk': ['nunjucks'], 'text.txt': ['txt', 'left-to-express: has an engine without a dialect'] }],
    ['both', { 'index.ejs': ['ejs'], 'list.html': ['ejs'], 'page.njk': ['nunjucks'] }],
    ['nunjucks', { 'index.ejs': ['nunjucks'], 'list.html': ['nunjucks'], 'page.njk': ['nunjucks'] }],
    ['replaced', Object.fromEntries(['index.ejs', 'list.html', 'page.njk'].map((name) => [name, [path.extname(name).slice(1), 'left-to-express: is rendered by Express with another app.render than its own']]))]
  ])('takes the engines of the app: %s', async (app, expected) => {
    expect(summaryOf(await explain(app))).toEqual(expected)
  })

  test('renders with the locals of the app', async () => {
    const { views: [view] } = await explain('both', 'pages/list.html', '--data', 'data.json')
    expect(view).toMatchObject({ findings: [], page: { bytes: '<b>Teas: tea</b>'.length } })
  })

  test('with a dictionary and locals, for views that the engine looks up', async () => {
    const { code, views: [view] } = await explain('nunjucks', 'pages/page.njk', '--data', 'data.json', '--dictionary')
    expect(code).toBe(0)
    expect(view).toMatchObject({ name: 'page.njk', page: { bytes: '<i>tea</i>'.length, dictionaryBytes: expect.any(Number) } })
  })

  test('a view outside of the folders of the app has the error that the app has', async () => {
    expect(summaryOf(await explain('both', 'other'))).toEqual({
      '../other/index.ejs': ['ejs', `unreadable: View "../other/index.ejs" is outside of the views folders: "${fs.realpathSync(folder.file('pages'))}"`]
    })
  })

  test('views of mounted apps have the engines and locals of those, and the reason names the mount and the extension', async () => {
    const explained = await explain('mounted', 'shop', 'admin', 'pages/index.ejs', '--data', 'data.json')
    expect(summaryOf(explained)).toEqual({
      'note.txt': ['txt', 'left-to-express: has an engine without a dialect (.txt in the app that is mounted at "/shop")'],
      'parts/list.html': ['ejs'],
      'users.ejs': ['ejs', expect.stringMatching(/^left-to-express: is rendered by a function .* \(\.ejs in the app that is mounted at "\/shop\/admin"\)$/)],
      'index.ejs': ['ejs']
    })
    const [, list] = explained.views
    expect(list).toMatchObject({ file: 'shop/parts/list.html', page: { bytes: '<b>Shop: tea</b>'.length } })
  })

  test.each([
    ['may have, which no module exports, says which app to name', 'mounted', 'other',
      'If an app that is mounted on this one renders it, export that app as "app" in the file of --options.'],
    ['only has, says that the option "views" replaces its folders', 'oneFolder', 'shop/parts/list.html',
      'The option "views" also holds for apps that are mounted on this one: Express renders the views in their own folders.'],
    ['cannot have, says nothing', 'both', 'other', undefined]
  ])('of a view that a mounted app %s', async (_, app, view, hint) => {
    const { views: [{ findings }] } = await explain(app, view)
    const reason = expect.stringContaining('is outside of the views folders')
    expect(findings).toEqual([{ kind: 'unreadable', reason, ...hint && { hint } }])
  })

  describe('of an app with compression', () => {
    const REMEDY = 'The app uses compression, which encodes the pages: they are sent to it unencoded. To splice them as gzip, set the option "compress" to true.'

    test.each(['compressed', 'nested', 'mountedIn', 'onRoute'])('names it, with the remedy: %s', async (app) => {
      expect(await explain(app, 'pages/index.ejs')).toMatchObject({ code: 0, note: REMEDY })
    })

    test.each(['both', 'decided', 'encoded', 'mounted'])('is silent otherwise: %s', async (app) => {
      expect(await explain(app, 'pages/index.ejs')).not.toHaveProperty('note')
    })
  })

  test('of several folders of the app takes those that have views', async () => {
    const explained = await explain('folders')
    expect(explained.code).toBeLessThan(2)
    expect(summaryOf(explained)).toHaveProperty(['index.ejs'])
  })

  test('--views overrides the folders of the app', async () => {
    expect(summaryOf(await explain('both', 'other', '--views', 'other'))).toEqual({ 'index.ejs': ['ejs'] })
  })

  test('prints it in the text and in the HTML report', async () => {
    const { stdout } = await runWith('wrapped', ['explain'])
    expect(stdout).toContain(`! index.ejs is left to Express, because it ${WRAPPED}`)
    expect(stdout).not.toContain(NOTE)
    await runWith('wrapped', ['explain', '--html', 'report.html'])
    const report = fs.readFileSync(folder.file('report.html'), 'utf8')
    expect(report).toContain(`</a> is left to Express, because it ${WRAPPED}`)
    expect(report).not.toContain('are not known here')
  })

  test('without an app, says that it does not know the engines of one', async () => {
    const args = ['explain', 'pages', '--options', 'alone.json']
    const { code, stdout } = await run(args, { cwd: folder.file('.') })
    expect(code).toBe(0)
    expect(stdout).toContain(`\n\n${NOTE}\n\n3 of 3 views are spliced.`)
    expect(await jsonOf(run, args, { cwd: folder.file('.') })).toMatchObject({ note: NOTE })
    await run([...args, '--html', 'alone.html'], { cwd: folder.file('.') })
    expect(fs.readFileSync(folder.file('alone.html'), 'utf8')).toContain(`<p>${NOTE.replaceAll('"', '&quot;')}</p>`)
  })

  test.each(['itself', 'promised'])('an app in place of options is named, with the advice: %s', async (app) => {
    const { code, stderr } = await runWith(app, ['explain'])
    expect(stderr).toBe('buffered-render: The module "options.cjs" of --options exports the app itself: write module.exports = { app }\n')
    expect(code).toBe(2)
  })

  test('an app in place of the options of an ES module is named, with the advice', async () => {
    fs.writeFileSync(folder.file('itself.mjs'), "export { default } from './options.cjs'")
    const { stderr } = await runWith('itself', ['explain'], 'itself.mjs')
    expect(stderr).toBe('buffered-render: The module "itself.mjs" of --options exports the app itself: write export default { app }\n')
  })

  test.each(['transpiled', 'beside'])('takes the app from what its module exports: %s', async (app) => {
    expect(summaryOf(await explain(app, 'pages/index.ejs'))).toEqual({ 'index.ejs': ['ejs'] })
  })

  test('leaves a local with the name of the app as it is', async () => {
    const cwd = viewFolder({
      'page.ejs': '<%= app.name %>',
      'data.js': "const app = Object.assign(() => {}, { render () {}, set () {} })\nmodule.exports = { app: { name: 'Teas', app } }"
    }).file('.')
    expect(await jsonOf(run, ['explain', 'page.ejs', '--data', 'data.js'], { cwd })).toMatchObject({ views: [{ page: { bytes: 'Teas'.length } }] })
  })

  test('an app that is none is refused', async () => {
    const { code, stderr } = await runWith('', ['explain'], 'none.json')
    expect(code).toBe(2)
    expect(stderr).toContain('The option "app" must be an Express app')
  })
})

describe('compare', () => {
  const compare = (app, view) => jsonOf(run, ...withApp(app, ['compare', view, '--data', 'data.json', '--rounds', '1']))

  test('without a dialect for the extension, says so', async () => {
    const { code, stderr } = await runWith('', ['compare', 'page', '--data', 'data.json'], 'xyz.json')
    expect(code).not.toBe(0)
    expect(stderr).toContain('View "page" has no known engine for ".xyz". Name one in the option "engines"')
  })

  test('serves a view by the engine of the app in both, and says why it is left to Express', async () => {
    expect(await compare('wrapped', 'index')).toMatchObject({
      language: 'ejs', framework: { name: 'express' }, identical: true, bytes: '<p>tea</p>'.length, fallbacks: [{ view: 'index', reason: expect.stringContaining(WRAPPED) }]
    })
  })

  test.each([
    ['with its locals', 'both', 'list.html', { name: 'list.html', language: 'ejs', bytes: '<b>Teas: tea</b>'.length }],
    ['of a mounted app', 'mounted', 'shop/parts/list.html', { name: 'parts/list.html', language: 'ejs', bytes: '<b>Shop: tea</b>'.length }],
    ['with its View class', 'nunjucks', 'page', { language: 'nunjucks', bytes: '<i>tea</i>'.length }]
  ])('%s', async (_, app, view, expected) => {
    const comparison = await compare(app, view)
    expect(comparison).toMatchObject({ identical: true, ...expected })
    expect(comparison).not.toHaveProperty('fallbacks')
  })
})
