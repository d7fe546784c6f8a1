'use strict'

const { runScript } = require('../support/run-script')
const { everything } = require('../support/level')
const { expressEngines, filesOf, languages } = require('../support/languages')
const { viewFolder } = require('../support/view-folder')

/**
 * All that the library writes to objects which belong to the app, the framework, the engines or Node, and which they would not write
 * themselves. docs/security.md has the same list.
 *
 * @type {{ what: RegExp, in: RegExp, reason: string }[]} `in` names the frameworks
 */
const DECLARED = [
  { what: /^(?:app|patched)\.response\.(?:render|renderStream|send) = function \w+$/, in: /express/, reason: 'the methods of the middleware' },
  { what: /^app\.response\.body = an accessor/, in: /koa/, reason: 'a page may be the body' },
  { what: /^ctx\.(?:response\.)?render$|^ctx\.renderStream$/, in: /koa/, reason: 'the methods of the middleware' },
  { what: /\.response\.Symbol\(buffered-render\.version\) = /, in: /./, reason: 'another copy of the package sees that pages of this one are accepted' },
  { what: /^patched\.render = function $/, in: /express/, reason: 'an app that has replaced res.render gets its pages from app.render' },
  { what: /^server\.Symbol\((?:IncomingMessage|ServerResponse)\) = /, in: /express/, reason: 'the option serverClasses' },
  { what: /^res\.Symbol\(passed\)$/, in: /express/, reason: 'the middleware that the response has passed last' },
  { what: /^res\.Symbol\(stringified\)$/, in: /express/, reason: 'the page whose text a callback or middleware has got' },
  { what: /^ctx\.response\.Symbol\((?:page|page head|uncompressed)\)$/, in: /koa/, reason: 'the page that is the body, and what was set for it' },
  // What engines keep by file or name is a function that gives the same text to any caller.
  { what: /^hbs\.cache\.\S+\.handlebars = function $/, in: /express/, reason: 'hbs keeps the templates that it has compiled' },
  { what: /^app\.settings\.instance\.(?:_fsCache|compiled)\.\S+\.handlebars = Promise/, in: /express/, reason: 'express-handlebars keeps what it has read and compiled' },
  { what: /^pug\.cache\.\S+\/part\.pug = function template$/, in: /express/, reason: 'Pug keeps what precompile() has compiled' },
  { what: /^instance\.partials\.part = function template$/, in: /koa/, reason: 'Handlebars keeps a partial that it has compiled in the place of its source' },
  { what: /^instance\.options\.cache\./, in: /koa/, reason: 'LiquidJS keeps the templates that it has parsed, by the files' }
]

const long = 'static text of the page. '.repeat(20)

const ofLanguages = languages.flatMap((language) => {
  const other = { ...language.varied(`other ${long}`), only: 'p only' }
  return [[language.name, filesOf(language, language.varied(long))], [`others/${language.name}`, filesOf(language, other)]]
})
const ofPackages = Object.entries(expressEngines).flatMap(([name, { extension }]) => {
  if (languages.some((language) => language.name === name)) return []
  const page = `{{name}}{{#each list}}{{this}}{{/each}}${long}`
  return [[name, { [`page.${extension}`]: page }], [`others/${name}`, { [`page.${extension}`]: `other ${page}`, [`only.${extension}`]: 'only' }]]
})
const folder = viewFolder({
  'file.html': '<p>file</p>',
  ...Object.fromEntries([...ofLanguages, ...ofPackages].flatMap(([name, files]) => Object.entries(files).map(([file, source]) => [`${name}/${file}`, source])))
})

/** @returns {Promise<Set<string>>} a line for each write by an app with the library, or without */
async function writesOf (framework, side) {
  // The app reads all globals, and Node 26 warns of `localStorage`.
  const env = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
  const { code, stderr, stdout } = await runScript('test/support/writes-app.js', [framework, side, folder.file('.')], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return new Set(JSON.parse(stdout))
}

describe.each(everything ? ['express4', 'express5', 'koa2', 'koa3'] : ['express5', 'koa3'])('in %s', (framework) => {
  test('the library writes what it declares, and no more', async () => {
    const [alone, ours] = await Promise.all([writesOf(framework, 'alone'), writesOf(framework, 'ours')])
    const added = [...ours].filter((line) => !alone.has(line))
    const declared = DECLARED.filter((entry) => entry.in.test(framework))

    expect(added.filter((line) => !declared.some(({ what }) => what.test(line)))).toEqual([])
    // An entry that nothing matches is to be deleted.
    expect(declared.filter(({ what }) => !added.some((line) => what.test(line)))).toEqual([])
    expect(alone.size).toBeGreaterThan(50)
  })
})
