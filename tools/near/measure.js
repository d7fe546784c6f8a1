'use strict'

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const ROOT = path.join(__dirname, '../..')

/**
 * Runs tests, and finds which functions of the files they and their child processes call.
 *
 * @param {string[]} files
 * @param {string[]} tests
 * @returns {{ file: string, functions: number, missed: string[] }[]} `missed` has names
 */
function measure (files, tests) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-near-'))
  try {
    // Each in a process of its own: V8 forgets the counts of a test when the next one begins.
    for (const test of tests) {
      spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', '--runInBand', '--silent', '--runTestsByPath', test], {
        cwd: ROOT, stdio: 'inherit', env: { ...process.env, NODE_V8_COVERAGE: folder }
      })
    }
    return countsIn(folder, files)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function countsIn (folder, files) {
  const functions = new Map(files.map((file) => [file, new Map()]))
  for (const name of fs.readdirSync(folder)) {
    for (const script of scriptsIn(path.join(folder, name))) {
      const called = functions.get(path.relative(ROOT, script.url.replace('file://', '')))
      // The first one is the module itself; Jest and Node wrap it in another way, which moves the rest.
      for (const { functionName, ranges: [{ startOffset, endOffset, count }] } of called ? script.functions : []) {
        if (startOffset < MODULE) continue
        const key = `${functionName}:${endOffset - startOffset}`
        called.set(key, (called.get(key) ?? 0) + count)
      }
    }
  }
  return files.map((file) => {
    const counts = [...functions.get(file)]
    return { file, functions: counts.length, missed: counts.filter(([, count]) => count === 0).map(([key]) => key.split(':')[0] || 'one without a name') }
  })
}

/** A function that begins before is the module: its code begins behind 'use strict'. */
const MODULE = 24

function scriptsIn (file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).result
  } catch {
    // A process was killed while it wrote.
    return []
  }
}

module.exports = { measure }
