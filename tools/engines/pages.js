'use strict'

// Prints the pages and errors of an installed engine, without the dialect, as JSON:
//
//   node tools/engines/pages.js liquidjs /tmp/folder '{ "entry": "import", "version": "10.30.1", "generated": 1000 }'
//
// The templates are those of the version that is given. With the path of a file that has pages as `known`, it stops at the first other.

const fs = require('node:fs')
const { inspect } = require('node:util')
const { examplesOf, waitingExamples } = require('./examples')
const { useInstalled } = require('./installed')
const { testedLanguage } = require('./tested-language')
const { endingsOf, page } = require('../../test/dialects/side-by-side')

const GLOBALS = new Set(Object.getOwnPropertyNames(globalThis))

const [name, folder, given] = process.argv.slice(2)
const { entry, version, generated, known } = JSON.parse(given)

async function main () {
  const { exports } = await useInstalled(name, folder, entry)
  const { language, engine } = testedLanguage(name, exports)
  const knownPages = known && JSON.parse(fs.readFileSync(known, 'utf8'))
  const pages = []
  for (const [example, setting] of [...examplesOf(name, version, generated), ...waitingExamples(name, version)]) {
    let views
    const folderOf = (example) => (views = language.folderOf(example))
    const { endings: [endings] } = await endingsOf({ ...language, folderOf }, { engine, example, setting }, [page])
    const shown = endings.map((ending) => inspect(ending, { depth: 10, sorted: true, maxArrayLength: null, maxStringLength: null }))
    // Generated code that declares a variable no more gives the same page, and sets a global one.
    for (const global of Object.getOwnPropertyNames(globalThis).filter((name) => !GLOBALS.has(name))) {
      shown.push(`sets ${global}`)
      delete globalThis[global]
    }
    pages.push({ example: example.name ?? inspect(example), page: shown.join('\n').replaceAll(views.file('.'), '').replaceAll(folder, '') })
    if (known && pages.at(-1).page !== knownPages[pages.length - 1].page) break
  }
  return { pages }
}

// Templates may print, and Handlebars prints warnings.
console.log = console.error = console.warn = () => {}
main().then((result) => process.stdout.write(`\n${JSON.stringify(result)}`))
