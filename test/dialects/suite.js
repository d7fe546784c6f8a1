'use strict'

const fc = require('fast-check')
const { fragmentsOf } = require('../support/fragments-of')
const texts = require('../support/hostile-texts')
const { everything, propertyRuns } = require('../support/level')
const { sideBySide, unexplained } = require('./side-by-side')

/**
 * A template language under test. An example is a template with locals and whatever else the language needs; only
 * `folderOf` and `open` read its contents.
 *
 * @typedef {object} Language
 * @property {{ version: string, engine: object }[]} engines the packages to test
 * @property {Example[]} corpus
 * @property {object[]} usualSettings each is combined with each example of the corpus
 * @property {object[]} otherSettings added by `npm run test:all`
 * @property {(example: Example) => { file: (name: string) => string, remove: () => void }} [folderOf]
 *   writes the files of an example
 * @property {(setup: { engine: object, folder: object, example: Example, setting: object }) => Side} open
 *   creates an instance of the engine, for one side of a comparison
 * @property {boolean} [streams] whether its programs wait for async chunks; each example is then streamed
 *   as well
 * @property {Generated[]} generated
 * @property {(long: string) => Record<string, Example>} [rewritten] views with the text and all that the dialect rewrites
 * @property {Promises} [promises]
 * @property {Escaping} escaping
 * @property {(expected: object, actual: object, example: Example, side: Side) => boolean | Promise<boolean>} [explains]
 *   whether two outcomes of a generated example differ for a known reason
 *
 * @typedef {object} Example
 * @property {string} [name]
 * @property {(() => object) | (() => object)[]} [locals] create those of one render
 * @property {boolean} [throws] whether every render fails
 * @property {boolean | number} [spliced] whether a page has static fragments, or their number
 * @property {string[]} [engines] versions that it applies to; by default all
 * @property {boolean} [streams] false if a stream prints the value of a promise where the engine prints an object
 * @property {(setting: object) => boolean} [fits] whether it applies to a setting; by default to all
 *
 * @typedef {object} Side
 * @property {(locals: object) => unknown} page returns the engine's page
 * @property {() => import('../../lib/views/template').Template} template compiles with the dialect
 * @property {{ filename: string, engine: object, options: object }} [view] what the dialect compiles
 * @property {unknown[]} [log] records of the example's functions
 * @property {(output: unknown) => unknown} [normalise] removes intended differences of pages
 * @property {(page: Promise<unknown>) => Promise<unknown>} [limit] ends a page that the engine would never finish
 * @property {boolean} [copiesLocals] whether a page gets a copy of its locals, as in an app
 * @property {() => void} [before] runs before each render
 * @property {() => void} [close]
 *
 * @typedef {object} Generated
 * @property {string} name
 * @property {number} runs in `npm run test:all`
 * @property {number} pages minimum share of examples that are pages, not errors
 * @property {number} spliced minimum share with static fragments
 * @property {(version: string) => fc.Arbitrary<Example>} examples
 *
 * The syntax of the pieces of `promises-property.test.js`, whose `awaiting` is for the variant of a template in which the engine
 * awaits the promises that it prints.
 *
 * @typedef {Record<'print' | 'test' | 'each' | 'other', (piece: object, awaiting: string) => string> & object} Promises
 * @property {string} extension
 * @property {'awaited' | 'promises'} [streams] which page of the engine equals a streamed page, if not that of values
 * @property {Record<string, string>} parts files that the pieces include
 * @property {(folder: string, functions: Record<string, Function>, names: string[]) => object} open the engine with these functions for the
 *   locals of these names, and how it renders a file
 *
 * @typedef {object} Escaping
 * @property {object[]} settings the usual one first
 * @property {string[]} positions names of places for text in a template
 * @property {(setting: object, position: string) => Example} example
 * @property {(text: string) => object} locals with the text in that place
 */

/**
 * Tests that pages and errors equal those of the engine: for the corpus, for generated templates, and for hostile text
 * in all positions. Every dialect must pass.
 *
 * @param {string} name of the language, a file in `languages/`
 */
function dialectSuite (name) {
  const language = require(`./languages/${name}`)
  const { engines, corpus, usualSettings, otherSettings } = language
  const settings = everything ? [...usualSettings, ...otherSettings] : usualSettings

  describe.each(engines)(`${name} $version`, ({ version, engine }) => {
    const examples = corpus.filter(({ engines }) => engines?.includes(version) ?? true)

    describe.each(settings)('%j', (setting) => {
      const fitting = examples.filter(({ fits }) => fits?.(setting) ?? true)
      test.each(fitting)('$name', (example) => testExample(language, engine, example, setting, setting === usualSettings[0]))
    })

    for (const generated of language.generated) test(`generated: ${generated.name}`, () => testGenerated(language, engine, generated, version))

    const { escaping } = language
    describe.each(everything ? escaping.settings : escaping.settings.slice(0, 1))('hostile text with %j', (setting) => {
      test.each(escaping.positions)('in %s', (position) => testEscaping(language, engine, escaping.example(setting, position)))
    })
  })
}

/**
 * @param {Language} language
 * @param {object} engine
 * @param {Example} example
 * @param {object} setting
 * @param {boolean} isUsual whether `throws` and `spliced` of the example apply to this setting
 */
async function testExample (language, engine, example, setting, isUsual) {
  const { expected, actual, streamed, pages } = await sideBySide(language, engine, example, setting)
  expect(actual).toEqual(expected)
  expect(streamed).toEqual(expected)
  if (!isUsual) return
  if (example.throws) expect(expected.every((each) => 'error' in each)).toBe(true)
  if (example.spliced === undefined) return
  const fragments = fragmentsOf(pages[0]).length
  expect(typeof example.spliced === 'number' ? fragments : fragments > 0).toBe(example.spliced)
}

/**
 * @param {Language} language
 * @param {object} engine
 * @param {Generated} generated
 * @param {string} version of the engine
 */
async function testGenerated (language, engine, generated, version) {
  const seen = { all: 0, pages: 0, spliced: 0 }
  await fc.assert(fc.asyncProperty(generated.examples(version), async (example) => {
    const rendered = await sideBySide(language, engine, example, language.usualSettings[0])
    for (const { actual, expected } of await unexplained(language, example, rendered)) expect(actual).toEqual(expected)
    const { expected, pages } = rendered
    seen.all++
    if ('output' in expected[0]) seen.pages++
    if (pages.length > 0 && fragmentsOf(pages[0]).length > 0) seen.spliced++
    expect(pages.some(hasTextBesideText)).toBe(false)
  }), propertyRuns(generated.runs))
  // Of the few examples of `npm test`, now and then less than half are pages where most examples are.
  if (!everything) return
  expect(seen.pages).toBeGreaterThan(seen.all * generated.pages)
  expect(seen.spliced).toBeGreaterThanOrEqual(seen.all * generated.spliced)
}

/**
 * @param {Language} language
 * @param {object} engine
 * @param {Example} example with locals that take a text
 */
async function testEscaping (language, engine, example) {
  const values = everything ? texts.flatMap((text) => [text, `a${text}b${text}`]) : texts
  const locals = values.map((text) => () => language.escaping.locals(text))
  const { expected, actual, streamed } = await sideBySide(language, engine, { ...example, locals }, language.usualSettings[0])
  expect(actual).toEqual(expected)
  expect(streamed).toEqual(expected)
  expect(expected.filter((each) => 'error' in each)).toEqual([])
}

function hasTextBesideText ({ chunks }) {
  return chunks.some((chunk, i) => typeof chunk === 'string' && typeof chunks[i - 1] === 'string')
}

module.exports = { dialectSuite, sideBySide }
