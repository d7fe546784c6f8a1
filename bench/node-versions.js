'use strict'

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { promisify } = require('node:util')

const FOLDER = path.join(os.tmpdir(), 'buffered-render-node')

/** Promises of binaries, by version. @type {Map<string, Promise<string>>} */
const binaries = new Map([[majorOf(process.version), Promise.resolve(process.execPath)]])

/** @returns {string} major version, as in 24 for v24.1.0 */
function majorOf (version) {
  return /^v(\d+)\./.exec(version)[1]
}

/**
 * Installs a version of Node from npm in the folder for temporary files, unless it runs this process.
 *
 * @param {string} version major version
 * @returns {Promise<string>} path of the binary
 */
function nodeBinary (version) {
  if (!binaries.has(version)) binaries.set(version, install(version))
  return binaries.get(version)
}

async function install (version) {
  const prefix = path.join(FOLDER, version)
  const name = `node-${process.platform}-${process.arch}`
  const binary = path.join(prefix, 'node_modules', name, 'bin/node')
  if (!fs.existsSync(binary)) {
    fs.mkdirSync(prefix, { recursive: true })
    await promisify(execFile)('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--no-save', `${name}@${version}`])
  }
  return binary
}

module.exports = { majorOf, nodeBinary }
