'use strict'

// Prints the functions of an installed engine that its dialect compares with guards/<package>.json, as JSON:
//
//   node tools/engines/functions.js liquidjs /tmp/folder import

const { KnownCode } = require('../../lib/dialects/guards/known-code')
const { codeDigestOf } = require('../../lib/util/code-digest')
const guards = require('./guards')
const { useInstalled } = require('./installed')
const { LANGUAGES } = require('./languages')

const [name, folder, entry] = process.argv.slice(2)

/** What an app does besides rendering a template. */
const MORE = {
  async nunjucks (dialect, nunjucks) {
    const { Rendered } = require('../../lib/page/rendered')
    const { templatesOf } = require('../../test/support/templates-of')
    const { viewFolder } = require('../../test/support/view-folder')
    const folder = viewFolder({ 'page.njk': '{{ page | safe }}' })
    const settings = {}
    const app = { set: (name, value) => { settings[name] = value } }
    const env = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder.file('')))
    env.express(app)
    for (const fn of [settings.view, nunjucks.render]) dialect.engineOf(fn, nunjucks, {})
    await templatesOf('nunjucks', env).load(folder.file('page.njk')).render({ page: new Rendered(['a']) })
  },
  hbs: (dialect, hbs) => dialect.engineOf(hbs.create().__express, hbs)
}

const guard = guards.read(name)

/** @type {Map<string, { owner: string, method: string, digest: string, source: string }>} */
const functions = new Map()

// The process takes all code for known, of one build.
for (const { package: each, code } of guards.all()) if (code) require(`../../lib/dialects/guards/${each}.json`).builds = ['any']
KnownCode.prototype.buildsOf = function (owner, method, fn) {
  if (this.package === name) functions.set(`${owner}.${method}`, { owner, method, digest: codeDigestOf(fn), source: typeof fn === 'function' ? String(fn) : '' })
  return this.builds
}

/** @returns {boolean} whether all methods were compared that the file names */
function isComplete () {
  const names = Object.entries(guard.code).flatMap(([owner, methods]) => Object.keys(methods).map((method) => `${owner}.${method}`))
  return names.every((name) => functions.has(name)) && Object.values(guard.code).every((methods) => Object.keys(methods).length > 0)
}

async function main () {
  const { exports, version } = await useInstalled(name, folder, entry)
  const { sideBySide } = require('../../test/dialects/suite')
  const { examplesOf } = require('./examples')
  const { testedLanguage } = require('./tested-language')
  const { language, engine } = testedLanguage(name, exports)
  await MORE[name]?.(require('../../lib/dialects').byName(LANGUAGES[name]), exports)
  for (const [example, setting] of examplesOf(name, version, 0)) {
    if (isComplete()) break
    await sideBySide({ ...language, streams: false }, engine, example, setting)
  }
  return { version, functions: [...functions.values()] }
}

// Templates may print, and Handlebars prints warnings.
console.log = console.error = console.warn = () => {}
main().then((result) => process.stdout.write(`\n${JSON.stringify(result)}`))
