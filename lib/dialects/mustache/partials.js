'use strict'

const path = require('node:path')
const { isWithin, realPathOf, statsOf } = require('../../util/files')
const { CappedMap } = require('../shared/capped-map')

/** Finds partials: files with the template's extension in its folder or below the views folders, none outside. */
class Partials {
  /** @param {(filename: string) => object} load returns the partial of a file */
  constructor ({ filename, options: { views, cache }, load }) {
    const beside = path.dirname(path.resolve(filename))
    const roots = [views ?? []].flat().map((root) => path.resolve(root))
    this.extension = path.extname(filename)
    /** The folders to search, in this order. */
    this.folders = [beside, ...roots]
    /** The folders that contain all partials. A template outside of the views folders adds its own. */
    this.roots = roots.some((root) => isWithin(path.resolve(filename), root)) ? roots : this.folders
    this.load = load
    /** Name → its partial, if there is one. @type {CappedMap<string, object | undefined>} */
    this.cache = new CappedMap(cache ? 1000 : 0)
  }

  /** @returns {object | undefined} nothing if there is no such file. @throws errors of reading it */
  find (name) {
    return this.cache.getOrCreate(name, () => {
      const file = this.fileOf(name)
      return file === undefined ? undefined : this.load(file)
    })
  }

  fileOf (name) {
    if (name === '' || name.includes('\0') || name.includes('\\')) return
    return this.folders.map((folder) => path.join(folder, name + this.extension))
      .find((file) => statsOf(file) && this.contains(file))
  }

  /** Returns whether a file is below the roots after symbolic links are followed. */
  contains (file) {
    const real = realPathOf(file)
    return this.roots.map(realPathOf).some((root) => root !== undefined && real !== undefined && isWithin(real, root))
  }
}

module.exports = { Partials }
