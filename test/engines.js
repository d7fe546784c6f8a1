'use strict'

// Installs engines, and compares their pages with those of the dialects.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { promisify } = require('node:util')
const { runCommand } = require('../bench/command')
const { markdown, plain } = require('../bench/table')
const commandLine = require('./engines/options')

const HEADER = ['engine', 'version', 'templates', 'spliced', 'left to the engine', 'different']

/** @param {import('./engines/options').Options} options */
async function testEngines ({ engines, markdown: isMarkdown }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-engines-'))
  try {
    const results = []
    for (const [name, range] of Object.entries(engines)) results.push(await compare(name, range, path.join(folder, name)))
    const rows = results.map(({ name, version, templates, left, different }) => [name, version, ...[templates, templates - left, left, different.length].map(String)])
    console.log((isMarkdown ? markdown : plain)({ header: HEADER, rows }))
    for (const { name, version, different } of results) {
      for (const { example, expected, actual } of different) console.log(`\n${name} ${version}, ${example}\n  engine:  ${expected}\n  dialect: ${actual}`)
    }
    if (results.some(({ different }) => different.length > 0)) process.exitCode = 1
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Installs an engine in a folder, and compares it in a process of its own. */
async function compare (name, range, folder) {
  const run = promisify(execFile)
  fs.mkdirSync(folder)
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${range}`])
  const { stdout } = await run(process.execPath, [path.join(__dirname, 'engines/compare.js'), name, folder], { maxBuffer: 1 << 26 })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1))
}

runCommand(commandLine, testEngines)
