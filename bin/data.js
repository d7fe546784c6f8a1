'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { filesBelow, statsOf } = require('../lib/util/files')
const { isModule, readCopies } = require('./input-file')
const { UsageError } = require('./usage-error')

const EXTENSIONS = ['.json', '.js', '.cjs', '.mjs']

/** The locals of views, from the JSON file, the module or the folder that `--data` names. */
class Data {
  constructor (target) {
    this.target = target
    this.isFolder = fs.statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
  }

  /** @returns {Data} @throws {UsageError} if it is a folder without a file for any of the views, or cannot be read */
  static open (target, views) {
    const data = new Data(target)
    try {
      if (views.some((view) => data.fileOf(view) !== undefined)) return data
    } catch ({ message }) {
      throw new UsageError(`The folder "${target}" of --data cannot be read: ${message}`)
    }
    throw new UsageError(`The folder "${target}" of --data has no file for a view, ` +
      `such as "${data.filesFor(views[0])[0]}"`)
  }

  /**
   * @returns {Promise<object | undefined>} a separate object; undefined if the folder has no file for the view
   * @throws {UsageError} if a file cannot be read, or gives no object
   */
  async localsOf (view) {
    return (await this.copiesFor(view))?.()
  }

  /**
   * @returns {Promise<(() => object) | undefined>} gives the locals of another render: see `readCopies`, and `localsOf`
   */
  async copiesFor (view) {
    const file = this.fileOf(view)
    if (file === undefined) return undefined
    if (this.isFolder || isModule(file)) return readCopies('data', file)
    // A pipe can be read only once.
    return (this.copies ??= await readCopies('data', file))
  }

  /** @returns {string[]} the files of the folder whose names are not those of views */
  filesWithoutView (views) {
    if (!this.isFolder) return []
    const { files } = views[0].renderer.folderViews
    const named = new Set(views.flatMap((view) => this.filesFor(view)))
    return filesBelow(this.target).filter((file) => {
      const { dir, ext, name } = path.parse(path.relative(this.target, file))
      return EXTENSIONS.includes(ext) && !named.has(file) && files.withAnyExtension(path.join(dir, name)).length === 0
    })
  }

  fileOf (view) {
    return this.isFolder ? this.filesFor(view).find(statsOf) : this.target
  }

  /** @returns {string[]} the files that may hold its locals: of "shop/index.ejs", shop/index.json and others */
  filesFor ({ name, file }) {
    const extension = path.extname(file)
    const base = name.endsWith(extension) ? name.slice(0, -extension.length) : name
    return EXTENSIONS.map((extension) => path.join(this.target, base + extension))
  }
}

module.exports = { Data }
