'use strict'

const fc = require('fast-check')
const { dialects } = require('../../lib/dialects')

/** The language of each engine. */
const LANGUAGES = Object.fromEntries(dialects.flatMap((dialect) => [dialect.package, ...dialect.packages].map((engine) => [engine, dialect.name])))

/** The major version whose examples another runs, where the corpus does not name it. */
const CORPUS_OF = { 'ejs@2': '3' }

/** The number of generated templates, for each kind. */
const GENERATED = 100

/** @returns {[example: object, setting: object][]} what a version of an engine renders: the corpus in its usual settings, and generated templates */
function examplesOf (name, version) {
  const { corpus, generated, usualSettings } = require(`../dialects/languages/${LANGUAGES[name]}`)
  const [own] = version.split('.')
  const major = CORPUS_OF[`${name}@${own}`] ?? own
  const fitting = corpus.filter(({ engines }) => engines?.includes(major) ?? true)
  const cases = usualSettings.flatMap((setting) => fitting.filter(({ fits }) => fits?.(setting) ?? true).map((example) => [example, setting]))
  const made = generated.flatMap(({ examples }) => fc.sample(examples(major), { numRuns: GENERATED, seed: 1 }))
  return [...cases, ...made.map((example) => [example, usualSettings[0]])]
}

module.exports = { LANGUAGES, examplesOf }
