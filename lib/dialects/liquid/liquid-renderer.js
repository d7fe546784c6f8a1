'use strict'

const { CappedMap } = require('../shared/capped-map')
const { isEqual } = require('../shared/instances')
const { Splicer } = require('../../page/splicer')
const { runGenerator, isPromise } = require('./run-generator')
const { SplicingEmitter } = require('./emitter')
const { createNodes } = require('./create-nodes')
const { Nodes } = require('./node-list')

/** The property of a context that holds the splicer of its page. */
const OUT = Symbol('out')

/** The number of file names that are cached for each kind of file. */
const MAX_NAMES = 1000

/** Finds and renders the templates of one instance of Liquid, for one set of views. */
class LiquidRenderer {
  /**
   * @param {object} instance
   * @param {import('./liquid-internals').LiquidInternals} internals
   * @param {object} setup
   * @param {(filename: string) => import('../../template').Template} setup.load
   *   returns the template of a file on the disk
   * @param {boolean} [setup.cache] whether paths of files are cached
   */
  constructor (instance, internals, { load, cache }) {
    this.instance = instance
    this.internals = internals
    this.load = load
    this.cache = cache
    /** The options of the instance at the last render, with which files are parsed. */
    this.options = { ...instance.options }
    /**
     * Maps a kind of file to its folders and the paths of its names.
     *
     * @type {Map<string, { folders: string[], paths: CappedMap<string, string> }>}
     */
    this.lookupCache = new Map()
    /** Maps templates in Liquid's cache to their nodes. @type {WeakMap<object[], Nodes>} */
    this.nodesCache = new WeakMap()
    /** The object that tags get in place of the instance. */
    this.forTags = this.standIn(() => new internals.Emitter())
    /** The same for `layout`, whose blocks are pages. */
    this.forLayout = this.standIn((ctx) => new SplicingEmitter(new Splicer(ctx[OUT]), this))
  }

  /**
   * @param {(ctx: object) => object} createEmitter for output that is not written to the page at once
   * @returns {object} the properties of an instance that Liquid's tags use
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

  /** @returns {boolean} whether the app has registered tags: only those read the page so far */
  hasAppTags () {
    return Object.values(this.instance.tags).some((tag) => !this.internals.ownTags.has(tag))
  }

  /**
   * Renders a file as Liquid's `renderFile` does.
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

  /** Parses a file before its first render. */
  async precompile (file) {
    await runGenerator(this.view(file))
  }

  * view (file) {
    const { instance } = this
    if (!isEqual(this.options, instance.options)) this.options = { ...instance.options }
    return yield this.find(file, 'root')
  }

  * writeFile (out, file, locals) {
    const { instance, internals } = this
    const templates = yield this.view(file)
    const ctx = new internals.Context(locals, instance.options, { sync: false }, { liquid: instance })
    ctx[OUT] = out
    yield this.forTags.renderer.renderTemplates(templates, ctx, new SplicingEmitter(out, this))
  }

  /**
   * @param {string} file name in the template
   * @param {'root' | 'partials' | 'layouts'} type
   * @param {string} [currentFile] the file of that template
   * @returns {unknown} nodes, or a generator of them; Liquid's templates, where Liquid parses the file at each render
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
    const nodes = this.nodesCache.get(templates) ?? createNodes(templates, this)
    this.nodesCache.set(templates, nodes)
    return nodes
  }

  /** @throws {Error} Liquid's own, if its folders have no such file */
  lookUp (file, type, currentFile) {
    const { loader } = this.instance.parser
    const find = () => runGenerator(loader.lookup(file, type, true, currentFile))
    if (!this.cache) return find()

    const key = loader.shouldLoadRelative(file) ? `${currentFile},${file}` : file
    return this.pathsOf(type).getOrCreate(key, find)
  }

  /** @returns {CappedMap<string, string>} a new one after a change of the folders: the first call by Express adds some */
  pathsOf (type) {
    const folders = this.instance.options[type]
    let lookups = this.lookupCache.get(type)
    if (lookups === undefined || !isEqual(lookups.folders, folders)) {
      lookups = { folders: [...folders], paths: new CappedMap(MAX_NAMES) }
      this.lookupCache.set(type, lookups)
    }
    return lookups.paths
  }
}

module.exports = { LiquidRenderer }
