'use strict'

// Writes the figures of bench/results/latest.json into README.md: all text
// between `<!-- bench:name -->` and `<!-- /bench:name -->`.

const fs = require('node:fs')
const path = require('node:path')
const { passages } = require('./passages')
const { readResults } = require('./results')

const README = path.join(__dirname, '../README.md')
const PASSAGE = /<!-- bench:([\w-]+) -->([^]*?)<!-- \/bench:\1 -->/g
const MARKER = /<!-- \/?bench:([\w-]+) -->/g

/**
 * @param {import('./results').Results} results of a complete run
 * @returns {string} markdown with these results
 * @throws {Error} if a marker is unknown or unpaired, or a passage has no markers
 */
function writeFigures (markdown, results) {
  const written = []
  const text = markdown.replace(PASSAGE, (_, name, old) => {
    if (!Object.hasOwn(passages, name)) throw new Error(`README has the unknown marker '${name}'; the markers are ${Object.keys(passages).join(', ')}`)
    written.push(name)
    // A passage on separate lines stays on separate lines.
    const passage = old.startsWith('\n') ? `\n${passages[name](results)}\n` : passages[name](results)
    return `<!-- bench:${name} -->${passage}<!-- /bench:${name} -->`
  })
  const missing = Object.keys(passages).find((name) => !written.includes(name))
  if (missing !== undefined) throw new Error(`README lacks the markers <!-- bench:${missing} --><!-- /bench:${missing} -->`)

  const markers = [...text.matchAll(MARKER)].map(([, name]) => name)
  const alone = markers.find((name) => markers.filter((other) => other === name).length !== 2 * written.filter((other) => other === name).length)
  if (alone !== undefined) throw new Error(`README has an unpaired marker '${alone}'`)
  return text
}

function main () {
  fs.writeFileSync(README, writeFigures(fs.readFileSync(README, 'utf8'), readResults()))
}

if (require.main === module) main()

module.exports = { README, writeFigures }
