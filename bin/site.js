'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { dialects } = require('../lib/dialects')
const { withDot } = require('../lib/engines')
const { Renderer } = require('../lib/renderer')
const { isFile, isWithin } = require('../lib/files')
const { UsageError } = require('./usage-error')

/** Where views are if nobody says otherwise, as in Express. */
const VIEWS = 'views'

/** What `parseArgs` of both commands is to know. */
const options = {
  data: { type: 'string' },
  options: { type: 'string' },
  views: { type: 'string', multiple: true }
}

const usage = `  --data <file>      the locals to render with: JSON
  --options <file>   the options that your app gives to bufferedRender(): JSON, or a module
                     that exports them, with the engines that have your helpers and filters
  --views <folder>   where partials and layouts are (default: the folder named, or else
                     ./views, or that of the view); may be given more than once`

/**
 * A view, with what it is rendered by.
 *
 * @typedef {object} View
 * @property {string} file an absolute path
 * @property {string} name as `res.render` would be given it, with its extension
 * @property {Renderer} renderer whose folders it is in
 */

/**
 * The views that a command is for.
 */
class Site {
  /**
   * @param {object} settings
   * @param {string[]} [settings.folders] of views, in place of those found
   * @param {object} [settings.options] of `bufferedRender`
   */
  constructor ({ folders, options = {} }) {
    const { extension, views } = options
    this.folders = folders ?? (views && [views].flat())
    this.options = options
    /** Of views that are named without one. @type {string | undefined} */
    this.extension = extension && withDot(extension)
    /** @type {Map<string, Renderer>} */
    this.renderers = new Map()
  }

  /**
   * @param {{ options?: string, views?: string[] }} values of the command line
   * @returns {Promise<Site>}
   * @throws {UsageError} naming the file or folder that is missing or cannot be read
   */
  static async open ({ options: file, views: folders }) {
    folders?.forEach(checkFolder)
    const site = new Site({ folders, options: file === undefined ? {} : await loadOptions(file) })
    try {
      site.rendererFor(VIEWS)
    } catch (error) {
      throw new UsageError(error.message)
    }
    return site
  }

  /**
   * @param {string} target a file or a folder
   * @returns {View[]} the view, or those in the folder and below that are of a language
   *   with a dialect, by their names
   * @throws {UsageError} if there is no such file or folder, or no view in it
   */
  viewsOf (target) {
    const file = path.resolve(target)
    const kind = fs.statSync(file, { throwIfNoEntry: false })
    if (kind === undefined) throw new UsageError(`There is no file or folder "${target}"`)

    const views = kind.isDirectory() ? this.viewsBelow(file) : this.viewsIn([file], this.folderOf(file))
    if (views.length > 0) return views
    const problem = kind.isDirectory() ? `There is no view in "${target}"` : `"${target}" is no view`
    throw new UsageError(`${problem}: views are ${this.extensions.join(', ')}; "engines" in the file of --options names others`)
  }

  /** Of files that there is a dialect for. @type {string[]} */
  get extensions () {
    const named = Object.keys(this.options.engines ?? {}).map(withDot)
    return [...new Set([...named, ...dialects.flatMap(({ extensions }) => extensions)])].sort()
  }

  /**
   * @param {string} folder
   * @returns {View[]}
   */
  viewsBelow (folder) {
    const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
      .filter((file) => !path.relative(folder, file).split(path.sep).includes('node_modules'))
    return this.viewsIn(files.sort(), folder)
  }

  /**
   * @param {string[]} files
   * @param {string} folder that they are in
   * @returns {View[]} those that are of a language with a dialect
   */
  viewsIn (files, folder) {
    const { engines } = this.rendererFor(folder)
    return files
      .filter((file) => engines.of(path.extname(file)) !== undefined && isFile(file))
      .map((file) => this.view(file, folder))
  }

  /**
   * @param {string} name a file, or the name of a view in the folders of views
   * @returns {View}
   * @throws {UsageError} if there is none
   */
  viewNamed (name) {
    if (fs.statSync(name, { throwIfNoEntry: false })?.isFile()) return this.viewsOf(name)[0]
    const renderer = this.rendererFor(VIEWS)
    try {
      const extension = renderer.extensionOf(name)
      return { file: renderer.views.find(name, extension), name, renderer }
    } catch (error) {
      throw new UsageError(error.message)
    }
  }

  /**
   * @param {string} file
   * @param {string} folder that it is in, where that is of no folder of views
   * @returns {View}
   */
  view (file, folder) {
    const renderer = this.rendererFor(folder)
    const root = renderer.views.roots.find((root) => isWithin(file, root)) ?? folder
    return { file, name: path.relative(root, file).split(path.sep).join('/'), renderer }
  }

  /**
   * @param {string} file
   * @returns {string} the folder of views that it is in
   */
  folderOf (file) {
    const views = path.resolve(VIEWS)
    return isWithin(file, views) ? views : path.dirname(file)
  }

  /**
   * @param {string} folder of views, where none were named
   * @returns {Renderer}
   */
  rendererFor (folder) {
    const folders = this.folders ?? [folder]
    const key = folders.join('\n')
    let renderer = this.renderers.get(key)
    if (renderer === undefined) {
      renderer = new Renderer({ ...this.options, views: folders, cache: true })
      this.renderers.set(key, renderer)
    }
    return renderer
  }
}

/**
 * @param {string} folder
 */
function checkFolder (folder) {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder "${folder}" for --views`)
}

/**
 * @param {string} file
 * @returns {Promise<object>} options of `bufferedRender`
 * @throws {UsageError} that names the file
 */
async function loadOptions (file) {
  if (path.extname(file) === '.json') return readJson('options', file)
  let module
  try {
    module = await import(pathToFileURL(path.resolve(file)))
  } catch (error) {
    throw new UsageError(`The module "${file}" of --options could not be loaded: ${error.message}`)
  }
  if (module.default === undefined) throw new UsageError(`The module "${file}" of --options has no default export`)
  return module.default
}

/**
 * @param {string} option that names the file, for errors
 * @param {string} file
 * @returns {object} what it holds
 * @throws {UsageError} if it cannot be read, is not JSON or holds no object
 */
function readJson (option, file) {
  let value
  try {
    value = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    const problem = error instanceof SyntaxError ? `is not JSON: ${error.message}` : `could not be read: ${error.message}`
    throw new UsageError(`The file "${file}" of --${option} ${problem}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`The file "${file}" of --${option} takes an object, got ${JSON.stringify(value).slice(0, 40)}`)
  }
  return value
}

module.exports = { Site, VIEWS, options, readJson, usage }
