'use strict'

const { fork } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { nodeBinary } = require('./node-versions')

const RUN = path.join(__dirname, 'run.js')

/**
 * Runs the benchmark, with these arguments, on major versions of Node, one after the other. One that cannot be had is skipped.
 *
 * @returns {Promise<Record<string, import('./steps').Measurements>>} by version
 */
async function runVersions (versions, args) {
  const measured = {}
  for (const version of versions) {
    const binary = await nodeBinary(version).catch((error) => console.error(`Node ${version} is skipped: ${error.message}`))
    if (binary === undefined) continue
    console.log(`Node ${version}\n`)
    measured[version] = await runVersion(binary, args)
  }
  return measured
}

async function runVersion (binary, args) {
  const child = fork(RUN, args, { execPath: binary, execArgv: [] })
  let measured
  child.on('message', (message) => { measured = message })
  const [code, signal] = await once(child, 'exit')
  if (measured === undefined || code !== 0) throw new Error(`${binary} ended early (${signal ?? code})`)
  return measured
}

module.exports = { runVersions }
