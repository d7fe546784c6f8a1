'use strict'

// Writes the figures of bench/results/ into README.md, docs/benchmark.md and docs/fragments.md: all text
// between `<!-- bench:name -->` and `<!-- /bench:name -->`.

const fs = require('node:fs')
const path = require('node:path')
const { passages } = require('./passages')
const { publish, readOthers } = require('./results')

const DOCUMENTS = ['README.md', 'docs/benchmark.md', 'docs/fragments.md'].map((file) => path.join(__dirname, '..', file))
const PASSAGE = /<!-- bench:([\w-]+) -->([^]*?)<!-- \/bench:\1 -->/g
const MARKER = /<!-- \/?bench:([\w-]+) -->/g

/**
 * @param {string[]} documents in Markdown
 * @param {import('./results').Results[]} results of complete runs, those that are shown in full first
 * @param {object} scripts see `readOthers`
 * @returns {string[]} documents with these results
 * @throws {Error} if a marker is unknown or unpaired, or a passage has no markers
 */
function writeFigures (documents, results, scripts) {
  const written = documents.map((text) => writeDocument(text, results, scripts))
  const names = written.flatMap(markersOf)
  const missing = Object.keys(passages).find((name) => !names.includes(name))
  if (missing !== undefined) throw new Error(`no document has the markers <!-- bench:${missing} --><!-- /bench:${missing} -->`)
  return written
}

function writeDocument (document, [results, ...others], scripts) {
  const written = []
  const text = document.replace(PASSAGE, (_, name, old) => {
    if (!Object.hasOwn(passages, name)) throw new Error(`unknown marker '${name}'; the markers are ${Object.keys(passages).join(', ')}`)
    written.push(name)
    const passage = passages[name](results, others, scripts)
    // A passage on separate lines stays on separate lines.
    return `<!-- bench:${name} -->${old.startsWith('\n') ? `\n${passage}\n` : passage}<!-- /bench:${name} -->`
  })
  const count = (names, name) => names.filter((other) => other === name).length
  const markers = markersOf(text)
  const alone = markers.find((name) => count(markers, name) !== 2 * count(written, name))
  if (alone !== undefined) throw new Error(`unpaired marker '${alone}'`)
  return text
}

/** @returns {string[]} names, also those of unpaired markers */
const markersOf = (document) => [...document.matchAll(MARKER)].map(([, name]) => name)

const readDocuments = () => DOCUMENTS.map((file) => fs.readFileSync(file, 'utf8'))

if (require.main === module) {
  publish((results) => {
    writeFigures(readDocuments(), results, readOthers()).forEach((text, i) => fs.writeFileSync(DOCUMENTS[i], text))
  })
}

module.exports = { readDocuments, writeFigures }
