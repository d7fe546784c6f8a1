'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { run } = require('./command')

const ROOT = path.join(__dirname, '../..')

/** Where pnpm keeps packages from one run to the next. */
const STORE = path.join(os.tmpdir(), 'buffered-render-pnpm')

/** @returns {Promise<string>} the tarball of the library, as it would be published */
async function pack (folder) {
  const [{ filename }] = JSON.parse(await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT }))
  return path.join(folder, filename)
}

/** Installs the tarball and what package.json names. */
async function installByNpm (folder, tarball) {
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
}

/** Installs with pnpm, so that each package finds only what it and the app depend on. */
async function installByPnpm (folder, tarball) {
  await run('npx', ['--yes', 'pnpm@10', 'add', '--prefer-offline', '--store-dir', STORE, '--config.hoist=false', tarball], { cwd: folder })
  const modules = path.join(folder, 'node_modules')
  assert(fs.lstatSync(path.join(modules, 'buffered-render')).isSymbolicLink(), 'pnpm has not linked the library')
  assert(!fs.existsSync(path.join(modules, 'acorn')), 'pnpm has not isolated the dependencies')
}

module.exports = { installByNpm, installByPnpm, pack }
