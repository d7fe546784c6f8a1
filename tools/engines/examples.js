'use strict'

const fc = require('fast-check')
const { LANGUAGES } = require('./languages')
const { namesInCode } = require('../../test/support/generated-names')
const { attacksBy, localsOf } = require('../../test/support/local-attacks')

/** The major version whose examples another runs, where the corpus does not name it. */
const CORPUS_OF = { 'ejs@2': '3' }

/** The number of generated templates of each kind, unless it is given. */
const GENERATED = 100

/** Static text that is long enough for a fragment. */
const LONG = '<meta name="viewport"> '.repeat(12)

/**
 * @param {string} name of an engine
 * @param {number} runs the number of generated templates of each kind
 * @returns {[example: object, setting: object][]} what a version renders: the corpus in its usual settings, and generated templates
 */
function examplesOf (name, version, runs = GENERATED) {
  const { generated, usualSettings } = languageOf(name)
  const made = generated.flatMap(({ examples }) => fc.sample(examples(majorOf(name, version)), { numRuns: runs, seed: 1 }))
  return [...corpusIn(usualSettings, name, version), ...made.map((example) => [example, usualSettings[0]])]
}

/** @returns {[example: object, setting: object][]} the corpus with loaders that wait, for which Nunjucks has code of its own */
function waitingExamples (name, version) {
  const { otherSettings = [] } = languageOf(name)
  return corpusIn(otherSettings.filter(({ loader, given }) => loader === 'async' && !given), name, version)
}

function corpusIn (settings, name, version) {
  const major = majorOf(name, version)
  const fitting = languageOf(name).corpus.filter(({ engines }) => engines?.includes(major) ?? true)
  return settings.flatMap((setting) => fitting.filter(({ fits }) => fits?.(setting) ?? true).map((example) => [example, setting]))
}

function languageOf (name) {
  return require(`../../test/dialects/languages/${LANGUAGES[name]}`)
}

function majorOf (name, version) {
  const [own] = version.split('.')
  return CORPUS_OF[`${name}@${own}`] ?? own
}

/**
 * @param {(example: object, setting: object) => Promise<unknown>} render
 * @returns {Promise<[example: object, setting: object][]>} templates with locals that have the names in the code of engine and dialect
 */
async function namedExamples ({ rewritten, usualSettings: [setting] }, render) {
  const examples = Object.entries(rewritten(LONG))
  return Promise.all(examples.map(async ([name, example]) => {
    const names = await namesInCode(() => render({ ...example, locals: () => localsOf({}) }, setting))
    return [{ ...example, name: `${name}, names of locals`, locals: attacksBy(names) }, setting]
  }))
}

module.exports = { examplesOf, namedExamples, waitingExamples }
