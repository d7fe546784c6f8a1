'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { viewFolder } = require('./view-folder')

const root = path.join(__dirname, '../..')

/**
 * Copies the library, with the packages that are installed here.
 *
 * @param {Record<string, string>} [files] sources of further files, by name
 * @param {string[]} [packages] only these
 * @returns {{ folder: string, file: (name: string) => string }}
 */
function packageCopy (files = {}, packages = undefined) {
  const { file } = viewFolder(files)
  for (const name of ['lib', 'package.json']) fs.cpSync(path.join(root, name), file(name), { recursive: true })
  if (packages !== undefined) fs.mkdirSync(file('node_modules'))
  for (const name of packages ?? ['']) fs.symlinkSync(path.join(root, 'node_modules', name), file(path.join('node_modules', name)))
  return { folder: file(''), file }
}

module.exports = { packageCopy }
