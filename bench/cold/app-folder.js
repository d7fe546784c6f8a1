'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { pack } = require('../apps/install')

/** The packages that each app finds, as in a monorepo: its own engine, those of all other languages, and another framework. */
const PACKAGES = ['express', 'koa', 'ejs', 'eta', 'handlebars', 'hbs', 'liquidjs', 'nunjucks', 'pug']

/**
 * Makes the folder of an app in which the tarball of a version of the project is installed, with packages that the
 * project has in its folder `root`.
 *
 * @param {string} views the folder of its views, which are copied
 * @returns {Promise<string>} the folder
 */
async function createApp (root, folder, views) {
  const modules = path.join(folder, 'node_modules')
  fs.mkdirSync(modules, { recursive: true })
  fs.cpSync(views, path.join(folder, 'views'), { recursive: true })
  execFileSync('tar', ['-xzf', await pack(folder, root), '-C', folder])
  fs.renameSync(path.join(folder, 'package'), path.join(modules, 'buffered-render'))
  const { dependencies } = require(path.join(modules, 'buffered-render/package.json'))
  for (const name of new Set([...Object.keys(dependencies), ...PACKAGES])) {
    fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules', name)), path.join(modules, name))
  }
  return folder
}

module.exports = { createApp }
