'use strict'

const { CappedMap } = require('../shared/capped-map')
const { isEqual } = require('../shared/instances')
const { Splicer } = require('../../page/splicer')
const { runGenerator, isPromise } = require('./run-generator')
const { SplicingEmitter } = require('./emitter')
const { createNodes } = require('./create-nodes')
const { Nodes } = require('./node-list')

/** Where a context has the splicer of its page. */
const OUT = Symbol('out')

/** The number of file names that are cached for each kind of file. */
const MAX_NAMES = 1000

/** The templates of one instance of Liquid, as they are found and rendered for one set of views. */
class LiquidRenderer {
  /**
   * @param {object} instance
   * @param {import('./liquid-internals').LiquidInternals} internals
   * @param {object} setup
   * @param {(filename: string) => import('../../template').Template} setup.load
   *   gives the template of a file that is on the disk
   * @param {boolean} [setup.cache] off: a file that has moved is seen at the next render
   */
  constructor (instance, internals, { load, cache }) {
    this.instance = instance
    this.internals = internals
    this.load = load
    this.cache = cache
    /** By which files are parsed: those of the instance at the latest render. */
    this.options = { ...instance.options }
    /** Kinds of files to where their names lead. @type {Map<string, { folders: string[], paths: Map<string, string> }>} */
    this.lookups = new Map()
    /** Templates that Liquid keeps to the nodes made of them. @type {WeakMap<object[], Nodes>} */
    this.made = new WeakMap()
    /** What stands in for the instance in its own tags. */
    this.forTags = this.standIn(() => new internals.Emitter())
    /** The same for layouts, to which a page is no string. */
    this.forLayout = this.standIn((ctx) => new SplicingEmitter(new Splicer(ctx[OUT]), this))
  }

  /**
   * @param {(ctx: object) => object} createEmitter for what is not on the page yet
   * @returns {object} what a tag of Liquid needs of its instance
   */
  standIn (createEmitter) {
    const { instance, internals } = this
    const renderTemplates = (templates, ctx, emitter) => {
      if (!(templates instanceof Nodes)) return internals.renderTemplates(templates, ctx, emitter)
      return emitter === undefined ? templates.renderInto(ctx, createEmitter(ctx)) : templates.render(ctx, emitter)
    }
    return {
      renderer: { renderTemplates },
      get options () { return instance.options },
      _parsePartialFile: (file, sync, currentFile) => this.find(file, 'partials', currentFile),
      _parseLayoutFile: (file, sync, currentFile) => this.find(file, 'layouts', currentFile)
    }
  }

  /** @returns {boolean} whether the app has tags of its own: only those look at the page so far */
  hasOwnTags () {
    return Object.values(this.instance.tags).some((tag) => !this.internals.stockTags.has(tag))
  }

  /**
   * Does what Liquid's `renderFile` does.
   *
   * @param {import('../../page/splicer').Splicer} out
   * @param {string} file
   * @param {object} locals
   * @returns {void | Promise<void>}
   */
  write (out, file, locals) {
    const finished = runGenerator(this.writeFile(out, file, locals))
    return isPromise(finished) ? finished : undefined
  }

  * writeFile (out, file, locals) {
    const { instance, internals } = this
    if (!isEqual(this.options, instance.options)) this.options = { ...instance.options }
    const templates = yield this.find(file, 'root')
    const ctx = new internals.Context(locals, instance.options, { sync: false }, { liquid: instance })
    ctx[OUT] = out
    yield this.forTags.renderer.renderTemplates(templates, ctx, new SplicingEmitter(out, this))
  }

  /**
   * @param {string} file as the template names it
   * @param {'root' | 'partials' | 'layouts'} type
   * @param {string} [currentFile] the one that names it
   * @returns {unknown} its nodes, or what gives them when it is driven; templates as Liquid parses them
   *   where it does not keep them
   */
  find (file, type, currentFile) {
    const { instance, internals, load } = this
    const { cache, fs } = instance.options
    const isOnDisk = fs === internals.fs
    if (isOnDisk && !cache) return load(this.lookUp(file, type, currentFile)).program.page.nodes(this)
    return this.nodesLater(instance._parseFile(file, isOnDisk, type, currentFile))
  }

  * nodesLater (parsing) {
    const templates = yield parsing
    if (!this.instance.options.cache) return templates
    const nodes = this.made.get(templates) ?? createNodes(templates, this)
    this.made.set(templates, nodes)
    return nodes
  }

  /** @throws {Error} Liquid's own if there is no such file in its folders */
  lookUp (file, type, currentFile) {
    const { loader } = this.instance.parser
    const find = () => runGenerator(loader.lookup(file, type, true, currentFile))
    if (!this.cache) return find()

    const key = loader.shouldLoadRelative(file) ? `${currentFile},${file}` : file
    const paths = this.pathsOf(type)
    let path = paths.get(key)
    if (path === undefined) {
      path = find()
      paths.set(key, path)
    }
    return path
  }

  /** @returns {Map<string, string>} a new one if the folders have changed, as they do when Express first calls an instance */
  pathsOf (type) {
    const folders = this.instance.options[type]
    let lookups = this.lookups.get(type)
    if (lookups === undefined || !isEqual(lookups.folders, folders)) {
      lookups = { folders: [...folders], paths: new CappedMap(MAX_NAMES) }
      this.lookups.set(type, lookups)
    }
    return lookups.paths
  }
}

module.exports = { LiquidRenderer }
