'use strict'

// Compares one installed engine with its dialect, and prints the result as JSON:
//
//   node test/engines/compare.js ejs /tmp/folder

const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { inspect } = require('node:util')

const [name, folder] = process.argv.slice(2)

/** The language of an engine, where it has another name. */
const LANGUAGES = { 'express-handlebars': 'handlebars', hbs: 'handlebars', liquidjs: 'liquid' }

/** The packages that are taken from the folder: dependencies of the engine as well, as in an app. */
const INSTALLED = [name, LANGUAGES[name]].filter((each) => each && fs.existsSync(path.join(folder, 'node_modules', each)))

/** The major version whose examples another runs, where the corpus does not name it. */
const CORPUS_OF = { 'ejs@2': '3' }

/** The number of generated templates, for each kind. */
const GENERATED = 100

const resolve = Module._resolveFilename
Module._resolveFilename = function (request, ...rest) {
  return resolve.call(this, request, ...INSTALLED.includes(request) ? [null, false, { paths: [folder] }] : rest)
}

const fc = require('fast-check')
const { sideBySide } = require('../dialects/suite')
const hosts = require('./hosts')

async function main () {
  const language = require(`../dialects/languages/${LANGUAGES[name] ?? name}`)
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'))
  const engine = require(LANGUAGES[name] === 'handlebars' ? 'handlebars' : name)
  const major = CORPUS_OF[`${name}@${version.split('.')[0]}`] ?? version.split('.')[0]
  const result = { name, version, templates: 0, left: 0, different: [] }

  let template
  const open = (setup) => {
    const side = hosts[name]?.(require(name), setup) ?? language.open(setup)
    return { ...side, template: () => (template = side.template()) }
  }

  for (const [example, setting] of examplesOf(language, major)) {
    const { expected, actual, side } = await sideBySide({ ...language, open, streams: false }, engine, example, setting)
    result.templates++
    if (isLeft(template)) result.left++
    for (const [i, ending] of expected.entries()) {
      if (isSame(ending, actual[i]) || await language.explains?.(ending, actual[i], example, side)) continue
      result.different.push({ example: example.name ?? inspect(example), expected: inspect(ending), actual: inspect(actual[i]) })
      break
    }
  }
  return result
}

/** @returns {[example: object, setting: object][]} the corpus in its usual settings, and generated templates */
function examplesOf ({ corpus, generated, usualSettings }, major) {
  const fitting = corpus.filter(({ engines }) => engines?.includes(major) ?? true)
  const cases = usualSettings.flatMap((setting) => fitting.filter(({ fits }) => fits?.(setting) ?? true).map((example) => [example, setting]))
  const made = generated.flatMap(({ examples }) => fc.sample(examples(major), { numRuns: GENERATED, seed: 1 }))
  return [...cases, ...made.map((example) => [example, usualSettings[0]])]
}

/** @returns {boolean} whether the engine has rendered the template, or a part of it */
function isLeft (template) {
  if (Object.keys(template?.fallbacks?.counts ?? {}).length > 0) return true
  try {
    return Boolean(template?.program.usesEngine?.({}))
  } catch {
    // The template does not compile.
    return false
  }
}

function isSame (expected, actual) {
  const [a, b] = [expected, actual].map((ending) => inspect(ending, { depth: 10, sorted: true, maxArrayLength: null, maxStringLength: null }))
  return a === b
}

// Templates may print, and Handlebars prints warnings.
console.log = console.error = console.warn = () => {}
main().then((result) => process.stdout.write(`\n${JSON.stringify(result)}`))
