'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { statsOf } = require('../lib/util/files')
const { readObject } = require('./input-file')

const EXTENSIONS = ['.json', '.js', '.cjs', '.mjs']

/** The locals of views, from the JSON file, the module or the folder that `--data` names. */
class Data {
  /** @param {string} target */
  constructor (target) {
    this.target = target
    this.isFolder = fs.statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
  }

  /**
   * @param {import('./site').View} view
   * @returns {Promise<object | undefined>} an object of its own; undefined if the folder has no file for the view
   * @throws {import('./usage-error').UsageError} if a file cannot be read, or gives no object
   */
  async localsOf (view) {
    const file = this.fileOf(view)
    if (file === undefined) return undefined
    return readObject('data', file)
  }

  /**
   * @param {import('./site').View} view
   * @returns {string | undefined}
   */
  fileOf (view) {
    return this.isFolder ? this.filesFor(view).find(statsOf) : this.target
  }

  /**
   * @param {import('./site').View} view
   * @returns {string[]} the files that may hold its locals: those of the view "shop/index.ejs" are shop/index.json and others
   */
  filesFor ({ name, file }) {
    const extension = path.extname(file)
    const base = name.endsWith(extension) ? name.slice(0, -extension.length) : name
    return EXTENSIONS.map((extension) => path.join(this.target, base + extension))
  }
}

module.exports = { Data }
