'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

/** Packages of the app, besides those that the library depends on. */
const PACKAGES = ['express', 'ejs', 'hbs']

/**
 * Makes the folder of an app in which the tarball of a version of the project is installed, with packages that the project has.
 *
 * @param {string} root folder of the project
 * @returns {{ folder: string, remove: () => void }}
 */
function createAppFolder (root) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-cold-'))
  const modules = path.join(folder, 'node_modules')
  fs.mkdirSync(modules)
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }))
  execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', folder])
  fs.renameSync(path.join(folder, 'package'), path.join(modules, 'buffered-render'))
  const { dependencies } = require(path.join(modules, 'buffered-render/package.json'))
  for (const name of [...Object.keys(dependencies), ...PACKAGES]) fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules', name)), path.join(modules, name))
  return { folder, remove: () => fs.rmSync(folder, { recursive: true }) }
}

module.exports = { createAppFolder }
