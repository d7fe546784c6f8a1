'use strict'

// Compares one installed engine with its dialect, and prints the result as JSON:
//
//   node test/engines/compare.js ejs /tmp/folder

const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { inspect } = require('node:util')
const { LANGUAGES, examplesOf } = require('./examples')

const [name, folder] = process.argv.slice(2)

/** The packages that are taken from the folder: dependencies of the engine as well, as in an app. */
const INSTALLED = [name, LANGUAGES[name]].filter((each) => each && fs.existsSync(path.join(folder, 'node_modules', each)))

const resolve = Module._resolveFilename
Module._resolveFilename = function (request, ...rest) {
  return resolve.call(this, request, ...INSTALLED.includes(request) ? [null, false, { paths: [folder] }] : rest)
}

const { sideBySide } = require('../dialects/suite')
const hosts = require('./hosts')

async function main () {
  const language = require(`../dialects/languages/${LANGUAGES[name]}`)
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'))
  const engine = require(LANGUAGES[name] === 'handlebars' ? 'handlebars' : name)
  const result = { name, version, templates: 0, left: 0, different: [] }

  let template
  const open = (setup) => {
    const side = hosts[name]?.(require(name), setup) ?? language.open(setup)
    return { ...side, template: () => (template = side.template()) }
  }

  for (const [example, setting] of examplesOf(name, version)) {
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
