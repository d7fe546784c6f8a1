'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { pack } = require('../apps/install')

/** The package of an app's engine, by language, unless the library depends on it. */
const ENGINES = { ejs: ['ejs'], handlebars: ['hbs'], mustache: [] }

/**
 * Makes the folder of an app in which the tarball of a version of the project is installed, with packages that the
 * project has in its folder `root`. Another engine would be loaded ahead, too.
 *
 * @returns {Promise<string>} the folder
 */
async function createApp (root, folder, language) {
  const modules = path.join(folder, 'node_modules')
  fs.mkdirSync(modules, { recursive: true })
  execFileSync('tar', ['-xzf', await pack(folder, root), '-C', folder])
  fs.renameSync(path.join(folder, 'package'), path.join(modules, 'buffered-render'))
  const { dependencies } = require(path.join(modules, 'buffered-render/package.json'))
  for (const name of [...Object.keys(dependencies), 'express', ...ENGINES[language]]) {
    fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules', name)), path.join(modules, name))
  }
  return folder
}

module.exports = { createApp }
