'use strict'

// Runs the tests on every supported version of Node. The binaries come as npm
// packages and are installed beside the system's temporary files.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const VERSIONS = ['20', '22', '24', '26']

const root = path.join(__dirname, '..')
const folder = path.join(os.tmpdir(), 'buffered-render-matrix')
const jest = path.join(root, 'node_modules/jest/bin/jest.js')

/**
 * @param {string} version a major of Node
 * @returns {string} the folder of its binary
 */
function install (version) {
  const prefix = path.join(folder, version)
  fs.mkdirSync(prefix, { recursive: true })
  const name = `node-${process.platform}-${process.arch}`
  execFileSync('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--no-save', `${name}@${version}`], { stdio: 'ignore' })
  return path.join(prefix, 'node_modules', name, 'bin')
}

/**
 * @param {string} version
 * @returns {boolean} whether all tests passed
 */
function run (version) {
  const bin = install(version)
  const node = path.join(bin, 'node')
  console.log(`Node ${execFileSync(node, ['--version'])}`.trim())
  // Tests that start a process take the `node` that is found first.
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` }
  return spawnSync(node, [jest, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' }).status === 0
}

const failed = VERSIONS.filter((version) => !run(version))
console.log(failed.length === 0 ? `Passed on Node ${VERSIONS.join(', ')}` : `Failed on Node ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
