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
 * Installs a major version of Node from npm in the folder for temporary files, unless it runs this process.
 *
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
    // Another process may install it at the same time, so only a complete folder is put in place.
    fs.mkdirSync(FOLDER, { recursive: true })
    const made = fs.mkdtempSync(`${prefix}-`)
    await promisify(execFile)('npm', ['install', '--prefix', made, '--no-audit', '--no-fund', '--no-save', `${name}@${version}`])
    const surplus = fs.existsSync(binary) ? made : prefix
    fs.rmSync(surplus, { recursive: true, force: true })
    if (surplus === prefix) fs.renameSync(made, prefix)
  }
  return binary
}

module.exports = { majorOf, nodeBinary }
