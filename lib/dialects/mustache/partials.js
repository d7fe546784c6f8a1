'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { isFile, isWithin } = require('../../files')
const { CappedMap } = require('../shared/capped-map')

/**
 * The partials that a template can name: files with its own extension, beside
 * it or below the folders of views, and nothing outside of those.
 */
class Partials {
  /**
   * @param {import('../dialect').Context} context of the template
   */
  constructor ({ filename, options: { views, cache }, load }) {
    const beside = path.dirname(path.resolve(filename))
    const roots = [views ?? []].flat().map((root) => path.resolve(root))
    this.extension = path.extname(filename)
    /** Where to look, in this order. */
    this.folders = [beside, ...roots]
    /** What not to leave: of a file that is in no folder of views also its own. */
    this.roots = roots.some((root) => isWithin(path.resolve(filename), root)) ? roots : this.folders
    this.load = load
    /** Maps names to pages, or to nothing where there is no such file. @type {CappedMap<string, import('./page').Page | undefined> | undefined} */
    this.pageCache = cache ? new CappedMap() : undefined
  }

  /**
   * @param {string} name
   * @returns {import('./page').Page | undefined} nothing if there is no such file
   * @throws what reading the file throws
   */
  find (name) {
    if (this.pageCache === undefined) return this.pageOf(name)
    if (this.pageCache.has(name)) return this.pageCache.get(name)
    const page = this.pageOf(name)
    this.pageCache.set(name, page)
    return page
  }

  pageOf (name) {
    const file = this.fileOf(name)
    return file === undefined ? undefined : this.load(file).program.page
  }

  fileOf (name) {
    if (name === '' || name.includes('\0') || name.includes('\\')) return
    return this.folders
      .map((folder) => path.join(folder, name + this.extension))
      .find((file) => isFile(file) && this.contains(file))
  }

  /** Whether a file is below the roots, also when symbolic links are followed. */
  contains (file) {
    const real = fs.realpathSync(file)
    return this.roots.some((root) => fs.existsSync(root) && isWithin(real, fs.realpathSync(root)))
  }
}

module.exports = { Partials }
