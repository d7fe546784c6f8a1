'use strict'

const fs = require('node:fs')
const fc = require('fast-check')
const Handlebars = require('handlebars')
const mustache = require('mustache')
const pug = require('pug')
const dialects = require('../../lib/dialects')
const { Template } = require('../../lib/template/template')
const handlebarsArbitrary = require('../support/handlebars-arbitrary')
const { propertyRuns } = require('../support/level')
const mustacheArbitrary = require('../support/mustache-arbitrary')
const { templatesOf } = require('../support/templates-of')
const nunjucksArbitrary = require('../support/nunjucks-arbitrary')
const { createEnv, viewOf } = require('../support/nunjucks-sides')
const pugArbitrary = require('../support/pug-arbitrary')
const { byDialect } = require('../support/pug-pages')
const { streamedText } = require('../support/streamed')
const { viewFolder } = require('../support/view-folder')

const SETTINGS = propertyRuns(300)
const RUNS = SETTINGS.numRuns

/** The same locals, some of them as promises. Functions stay: those that give another local would give a promise. */
function promised (locals, chosen) {
  const entries = Object.entries(locals).map(([name, value], index) => [name, chosen[index % chosen.length] && typeof value !== 'function' ? Promise.resolve(value) : value])
  return Object.fromEntries(entries)
}

async function endOf (render) {
  try {
    return { output: String(await render()) }
  } catch {
    // What an engine says of an error may tell of the code around it.
    return { failed: true }
  }
}

/**
 * Renders generated templates with locals that are there, and with some of them as promises,
 * as a whole and as a stream.
 *
 * @param {fc.Arbitrary<object>} arbitrary of templates
 * @param {(example: object) => Template} compile makes a template anew, with a printer
 * @param {(example: object) => object} localsOf gives locals of one render
 */
async function expectSame (arbitrary, compile, localsOf) {
  let pages = 0
  await fc.assert(fc.asyncProperty(arbitrary, fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }), async (example, chosen) => {
    const expected = await endOf(() => compile(example).render(localsOf(example)))
    const locals = () => promised(localsOf(example), chosen)
    expect(await endOf(() => compile(example).renderPage(locals()))).toEqual(expected)
    expect(await endOf(() => streamedText(compile(example), locals()))).toEqual(expected)
    if (expected.output) pages++
  }), SETTINGS)
  // Many of them are to be pages.
  expect(pages).toBeGreaterThan(RUNS / 6)
}

/** Handlebars adds numbers that are printed one behind the other. */
const texts = ({ a, n, m }) => ({ a: `${a}`, n: `${n}`, m: `${m}` })

const plain = (value) => JSON.parse(JSON.stringify(value))

describe(`${RUNS} generated templates have the same page of promises as of what they give`, () => {
  test('Handlebars', async () => {
    const { compile, printer } = dialects.byName('handlebars')
    // Helpers that count are called again.
    const helpers = { count: (...args) => args.slice(0, -1).map(String).join(), fail: () => '' }
    await expectSame(handlebarsArbitrary.template(), ({ source, setup, options }) => {
      const engine = Handlebars.create()
      setup(engine, [])
      engine.registerHelper(helpers)
      // A function sees that what it gets is an object.
      engine.registerPartial('fn', '({{a}})')
      return new Template('page.hbs', compile(source, { filename: 'page.hbs', engine, options: { ...options, views: [], cache: true } }), printer(engine, {}))
    }, ({ locals }) => ({ ...locals(), ...texts(locals()), f: 'f' }))
  })

  test('Mustache', async () => {
    const folders = []
    await expectSame(mustacheArbitrary.template(), ({ sources }) => {
      const folder = viewFolder(Object.fromEntries(Object.entries(sources).map(([name, source]) => [`${name}.mustache`, source])))
      folders.push(folder)
      return templatesOf('mustache', mustache, { views: folder.file('') }).load(folder.file('page.mustache'))
    }, ({ locals }) => plain(locals()))
    folders.forEach(({ remove }) => remove())
  })

  test('Nunjucks', async () => {
    // Asynchronous filters get promises, and a loop over "loop" writes into what it is given.
    const isSame = ({ page }) => !/\| (?:now|later)|loop in/.test(page)
    await expectSame(nunjucksArbitrary.example().filter(isSame), (example) => {
      const template = viewOf(createEnv(example).env, 'page.njk')
      template.printer = dialects.byName('nunjucks').printer()
      return template
    }, ({ locals }) => locals())
  })

  test('Pug', async () => {
    const folder = viewFolder(pugArbitrary.FILES)
    const file = folder.file('page.pug')
    await expectSame(pugArbitrary.template(), ({ source, options }) => {
      fs.writeFileSync(file, source)
      const template = byDialect(file, options)
      template.printer = dialects.byName('pug').printer(pug, {})
      return template
    }, () => pugArbitrary.locals())
    folder.remove()
  })
})
