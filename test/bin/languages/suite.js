'use strict'

const path = require('node:path')
const fc = require('fast-check')
const dialects = require('../../../lib/dialects')
const { read } = require('../../corpus/load')
const { endingOf, page } = require('../../dialects/side-by-side')
const { explained, isInOrder } = require('../../support/explained')
const { propertyRuns } = require('../../support/level')

const LONG = 'static '.repeat(50)

/**
 * What differs between the languages.
 *
 * @typedef {object} Subject
 * @property {(options?: object) => { engine: object, options?: object }} contextOf creates an engine for compile options, or options
 *   of an instance
 * @property {Row[]} [spans] further ones than those of the corpus
 * @property {string[]} broken sources that do not compile
 * @property {(engine: object, source: string) => void} compile by the engine alone
 * @property {{ source: string, texts: string[], fragments: number }} runs of static text in a source
 * @property {(explanation: object, source: string, context: object, example: object) => void | false} compare checks the texts of
 *   an explanation; false if they cannot be compared
 */

/** @typedef {[name: string, source: string, static: string[], dynamic: string[], options?: object]} Row */

const readCorpus = (name, file) => Object.entries(read(path.join(__dirname, '../../corpus', name, file)))

/** @returns {Row[]} templates of a language, with the spans that are to be found in them */
const spansOf = (name) => readCorpus(name, 'spans.yaml').map(([title, row]) => [title, ...row])

/** @returns {[source: string, reason: string | undefined][]} templates of a language, and why its engine renders them */
const fallbacksOf = (name) => readCorpus(name, 'fallbacks.yaml').map(([source, reason]) => [source, reason ?? undefined])

/**
 * Tests how the command line explains the templates of a language.
 *
 * @param {string} name of the language, a file in `test/dialects/languages/`
 * @param {(engine: { version: string, engine: object }) => Subject} subjectFor
 */
function languageSuite (name, subjectFor) {
  const language = require(`../../dialects/languages/${name}`)

  describe.each(language.engines)(`${name} $version`, (engine) => {
    const subject = subjectFor(engine)
    const corpus = language.corpus.filter(({ engines }) => engines?.includes(engine.version) ?? true)
    testSpans(name, subject)
    testTexts(name, subject, { language, engine, corpus })
  })
}

function testSpans (name, { contextOf, spans = [], broken, compile, runs }) {
  const explain = (source, options) => explained(name, source, contextOf(options))

  test.each([...spansOf(name), ...spans])('%s', (_, source, texts, segments, options = {}) => {
    const explanation = explain(source, options)
    expect([explanation.static, explanation.dynamic]).toEqual([texts, segments])
    expect(isInOrder(explanation.spans)).toBe(true)
  })

  test.each(broken)("a compile error is the engine's own: %s", async (source) => {
    const expected = await endingOf({}, () => compile(contextOf().engine, source))
    expect(expected).toHaveProperty('error')
    expect(await endingOf({}, () => explain(source))).toEqual(expected)
  })

  test('each run of static text is reported once, long runs as fragments', () => {
    const { texts, fragments } = explain(runs.source)
    expect([...texts].sort()).toEqual([...runs.texts].sort())
    expect(fragments).toBe(runs.fragments)
  })
}

function testTexts (name, { compare }, { language, engine: { version, engine }, corpus }) {
  const [setting] = language.usualSettings
  const dialect = dialects.byName(name)

  /** @returns {Promise<boolean>} whether the explanation of an example could be compared */
  const isCompared = async (example) => {
    const folder = language.folderOf(example)
    const side = language.open({ engine, folder, example, setting })
    try {
      const { filename, engine, options } = side.view
      const source = dialect.read(filename, engine)
      const explanation = explainedOrUndefined(name, source, side.view)
      if (explanation === undefined) return failsAsWell(side, example)
      if (explanation.engineFallback !== undefined) return false
      expect(isInOrder(explanation.spans ?? [])).toBe(true)
      return compare(explanation, source, { filename, engine, options }, example) !== false
    } finally {
      folder.remove()
    }
  }

  test('static spans contain the static text', async () => {
    const pages = corpus.filter(({ throws }) => !throws)
    const compared = []
    for (const example of pages) compared.push(await isCompared(example))
    expect(compared.filter(Boolean).length).toBeGreaterThan(pages.length * 0.4)
  })

  test('also in generated templates', async () => {
    const [{ examples }] = language.generated
    const counts = { all: 0, compared: 0 }
    await fc.assert(fc.asyncProperty(examples(version), async (example) => {
      counts.all++
      if (await isCompared(example)) counts.compared++
    }), propertyRuns(500))
    expect(counts.compared).toBeGreaterThan(counts.all * 0.1)
  })
}

function explainedOrUndefined (...args) {
  try {
    return explained(...args)
  } catch {
    return undefined
  }
}

/** A template that cannot be explained has no page either. */
async function failsAsWell (side, { locals = () => ({}) }) {
  const [first] = [locals].flat()
  expect(await endingOf(side, () => page(side, first()))).toHaveProperty('error')
  return false
}

/**
 * Tests what a template is for which the parser is too old.
 *
 * @param {string} name of the language
 * @param {object} engine
 * @param {string} source with a variable `later`
 */
function testNewerJavaScript (name, engine, source) {
  test('JavaScript newer than the parser', () => {
    const { prototype } = require('acorn').Parser
    const { parse } = prototype
    jest.spyOn(prototype, 'parse').mockImplementation(function () {
      if (this.input.includes('later')) throw new SyntaxError('Unexpected token')
      return parse.call(this)
    })
    expect(explained(name, source, { engine }).engineFallback).toBe('uses JavaScript syntax that the parser does not support')
  })
}

module.exports = { LONG, fallbacksOf, languageSuite, spansOf, testNewerJavaScript }
