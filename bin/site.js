'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { createRenderer } = require('..')
const { checkOptions } = require('../lib/options')
const { filesBelow, isWithin, resolveFolders, statsOf } = require('../lib/util/files')
const { FoundView } = require('../lib/views/view-source')
const { isApp, readObject } = require('./input-file')
const { mountedOn } = require('./middleware')
const { UsageError } = require('./usage-error')

/** The default folder of views, as in Express. */
const VIEWS = 'views'

/** Options of all commands, in the form of `parseArgs`. */
const options = { data: { type: 'string' }, options: { type: 'string' }, views: { type: 'string', multiple: true } }

const usage = `  --data <file>      the locals of the views: a JSON file, or a module that exports an object or a \
function that gives one; or a folder with a file for each view, such as index.json or index.js for the view index.ejs
  --options <file>   the options that your app passes to bufferedRender(): a JSON file or a module as above; it can \
include engines with helpers and filters, and your Express app as app, whose views, engines and settings are then used
  --views <folder>   folder of views, partials and layouts; repeatable (default: the folder in the arguments; for a \
file, ./views if that contains it, or its own folder)`

/**
 * A view and its renderer.
 *
 * @typedef {object} View
 * @property {string} file an absolute path
 * @property {string} name what is passed to `res.render`, with its extension
 * @property {Renderer} renderer the one for the view's folder
 * @property {Site} site the one that has the view: an app that is mounted on that of the options has its own
 */

/** The views of a site, found by file, folder or name. */
class Site {
  /**
   * @param {object} settings
   * @param {string[]} [settings.folders] those of views; by default, those of the options, of their app or of each view
   * @param {object} [settings.options] those of `bufferedRender`
   */
  constructor ({ folders, options = {} }) {
    this.options = options
    this.app = options.app
    this.views = folders ?? options.views ?? this.app?.get('views')
    /** @type {Map<string, Renderer>} */
    this.renderers = new Map()
    /** What is wrong with files and folders that cannot be read. @type {Set<string>} */
    this.unread = new Set()
    const isOfApp = this.app !== undefined && this.views === this.app.get('views')
    /** Those of the apps that are mounted on the app. @type {Site[]} */
    this.mounted = (isOfApp ? mountedOn(this.app) : []).map((app) => new Site({ options: { ...options, app } }))
  }

  /**
   * @param {{ options?: string, views?: string[] }} values those of the command line
   * @returns {Promise<Site>}
   * @throws {UsageError} if a file or folder is missing or cannot be read
   */
  static async open ({ options: file, views: folders }) {
    folders?.forEach(checkFolder)
    const options = file === undefined ? {} : await readObject('options', file)
    try {
      // What a module exports in place of the app that is among it.
      const exported = options.app?.default ?? options.app?.app
      if (!isApp(options.app) && isApp(exported)) options.app = exported
      checkOptions(options)
      const site = new Site({ folders, options })
      site.rendererFor(VIEWS)
      return site
    } catch (error) {
      throw new UsageError(error.message)
    }
  }

  /** @returns {string[]} what the commands take without arguments: of several folders, those that have views */
  get targets () {
    if (this.views === undefined) return [VIEWS]
    const folders = [this.views].flat()
    const filled = folders.filter((folder) => this.viewsBelow(path.resolve(folder)).length > 0)
    return filled.length > 0 ? filled : folders
  }

  /**
   * @param {string[]} targets files and folders; if there are none, those of the site
   * @returns {View[]} their views, each file once
   * @throws {UsageError} as `viewsOf`
   */
  viewsOfAll (targets) {
    const views = (targets.length > 0 ? targets : this.targets).flatMap((target) => this.viewsOf(target))
    if (views.length === 0) throw new UsageError([...this.unread].join('\n'))
    return [...new Map(views.map((view) => [view.file, view])).values()]
  }

  /**
   * @param {string} target a file or a folder
   * @returns {View[]} the view, or all views below the folder that have a dialect, by name
   * @throws {UsageError} if the file or folder does not exist or contains no view, unless some cannot be read
   */
  viewsOf (target) {
    const file = path.resolve(target)
    let stats
    try {
      stats = fs.statSync(file, { throwIfNoEntry: false })
    } catch (error) {
      this.addUnread(error)
      return []
    }
    if (stats === undefined || target === '') throw new UsageError(`There is no file or folder "${target}"`)

    const views = stats.isDirectory() ? this.viewsBelow(file) : this.viewsIn([file], this.folderOf(file))
    if (views.length > 0 || this.unread.size > 0) return views
    const problem = stats.isDirectory() ? `There is no view in "${target}"` : `"${target}" is not a view`
    const { extensions } = this.rendererFor(file).viewSettings.engines
    throw new UsageError(`${problem}: the extensions of views are ${extensions.join(', ')}; ` +
      'to add others, set "engines" in the file of --options')
  }

  /** @returns {View[]} */
  viewsBelow (folder) {
    return this.viewsIn(filesBelow(folder, (error) => this.addUnread(error)), folder)
  }

  addUnread ({ message, path: unread }) {
    this.unread.add(`"${path.relative('', unread)}" cannot be read: ${message}`)
  }

  /** @param {string} folder that of the files. @returns {View[]} those that have a dialect, or an engine of the app */
  viewsIn (files, folder) {
    return files
      .map((file) => ({ file, site: this.siteOf(file) }))
      .filter(({ file, site }) => site.hasEngine(path.extname(file), folder) && statsOf(file))
      .map(({ file, site }) => site.view(file, folder))
  }

  /** @returns {Site} that of a mounted app, if only that app has the folder of the file */
  siteOf (file) {
    const has = ({ views }) => resolveFolders(views).some((folder) => isWithin(file, folder))
    return this.mounted.length === 0 || has(this) ? this : this.mounted.find(has) ?? this
  }

  hasEngine (extension, folder) {
    return Boolean(this.rendererFor(folder).viewSettings.engines.get(extension) ?? this.app?.engines[extension])
  }

  /**
   * @param {string} name a file, or the name of a view in the views folders; its extension may be missing if only
   *   one view has the name
   * @returns {View}
   * @throws {UsageError} if it does not exist
   */
  viewNamed (name) {
    const stats = fs.statSync(name, { throwIfNoEntry: false })
    if (stats?.isFile()) return this.viewsOf(name)[0]
    const renderer = this.rendererFor(VIEWS)
    const { files } = renderer.folderViews
    try {
      const extension = extensionOf(name, renderer)
      const file = files.find(name, extension)
      if (file !== undefined) return { file, name, renderer, site: this }
      const [only, another] = files.withAnyExtension(name)
      if (only === undefined || another !== undefined) throw files.notFound(name, extension)
      return { file: files.find(only, path.extname(only)), name: only, renderer, site: this }
    } catch (error) {
      throw new UsageError(stats?.isDirectory() ? `compare takes one view, and "${name}" is a folder` : error.message)
    }
  }

  /** @param {string} folder the one that the name is relative to if no views folder has the file. @returns {View} */
  view (file, folder) {
    const renderer = this.rendererFor(folder)
    const { roots } = renderer.folderViews.files
    const root = roots.find((root) => isWithin(file, root)) ?? (this.app === undefined ? folder : roots[0])
    return { file, name: path.relative(root, file).split(path.sep).join('/'), renderer, site: this }
  }

  /** @returns {string} the default views folder, or the folder of the file */
  folderOf (file) {
    const views = path.resolve(VIEWS)
    return isWithin(file, views) ? views : path.dirname(file)
  }

  /** @param {string} folder used unless `--views`, the options or their app name folders. @returns {Renderer} */
  rendererFor (folder) {
    const views = this.views ?? [folder]
    const key = [views].flat().join('\n')
    let renderer = this.renderers.get(key)
    if (renderer === undefined) {
      const { extension = this.app?.get('view engine') || undefined } = this.options
      renderer = createRenderer({ ...this.options, extension, views, cache: true })
      this.renderers.set(key, renderer)
    }
    return renderer
  }
}

/**
 * @param {import('../lib/views/view-source').ViewSource} [source] that of its renderer
 * @returns {FoundView | import('../lib/views/view-source').LeftView} the view as the app finds it; without an app, its
 *   file
 * @throws {Error} if it has no engine
 */
function findView ({ file, name, renderer }, source = renderer.knownViews) {
  if (renderer.namedViews !== undefined) return source.find(name, source.merge({}))
  return new FoundView(name, source.templatesFor(path.extname(file), name), () => file)
}

/** @returns {string} the extension of the file of a view, with its dot */
function extensionOf (name, { folderViews, namedViews }) {
  return namedViews?.lookup.extensionOf(name) ?? folderViews.extensionOf(name)
}

function checkFolder (folder) {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no folder "${folder}", which --views names`)
  }
}

module.exports = { Site, extensionOf, findView, options, usage }
