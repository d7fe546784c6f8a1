'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { viewFolder } = require('./view-folder')

const root = path.join(__dirname, '../..')

/**
 * Copies the library, with the packages that it needs.
 *
 * @param {Record<string, string>} [files] sources of further files, by name
 * @returns {{ folder: string, file: (name: string) => string, remove: () => void }}
 */
function packageCopy (files = {}) {
  const { file, remove } = viewFolder(files)
  for (const name of ['lib', 'package.json']) fs.cpSync(path.join(root, name), file(name), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), file('node_modules'))
  return { folder: file(''), file, remove }
}

module.exports = { packageCopy }
