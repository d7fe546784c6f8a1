'use strict'

const { CappedMap } = require('../shared/capped-map')
const { memoize } = require('../../util/memoize')
const { WatchedMethods } = require('../../util/watched-methods')
const { Splicer } = require('../../page/splicer')
const { runGenerator } = require('./run-generator')
const { SplicingEmitter } = require('./emitter')
const { createNodes } = require('./create-nodes')
const { Nodes } = require('./node-list')
const { ParsedFile } = require('./parsed-file')

/** The property of a context that holds the splicer of its page. */
const SPLICER = Symbol('splicer')

/** The number of file names that are cached. */
const MAX_NAMES = 3000

/** Finds and renders the templates of one instance of Liquid, for one set of views. */
class LiquidRenderer {
  /** @param {object} views `load` returns the template of a file on the disk; `cache`: whether files are kept */
  constructor (instance, internals, { load, cache }) {
    this.instance = instance
    this.internals = internals
    this.load = load
    /** Whether paths and nodes are kept, as the views of an app are. Otherwise Liquid is asked again. */
    this.isKeeping = Boolean(cache)
    /** The options of the instance with which files were last found and parsed. */
    this.options = {}
    /** Maps a kind of file, its name, and for a relative one the file that names it, to its path. */
    this.pathCache = new CappedMap(MAX_NAMES)
    /** Returns what a file is parsed to. @type {(file: { source: string, filename: string }) => ParsedFile} */
    this.parsedFileOf = memoize(({ source, filename }) => new ParsedFile(source, filename))
    /** Returns the nodes of templates in Liquid's cache. @type {(templates: object[]) => Nodes} */
    this.nodesOf = memoize((templates) => createNodes(templates, this))
    /** The object that tags get in place of the instance. */
    this.forTags = this.instanceWith(() => new internals.Emitter())
    /** The same for `layout`, whose blocks are pages. */
    this.forLayout = this.instanceWith((ctx) => new SplicingEmitter(new Splicer(ctx[SPLICER]), this))
  }

  /** Gives what Liquid's tags use of an instance. `createEmitter` is for output that is not written to the page yet. */
  instanceWith (createEmitter) {
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
    return Object.values(this.instance.tags).some((tag) => !this.internals.engineTags.has(tag))
  }

  /** Parses a file, and the layouts and partials that it names by a literal, before its first render. */
  async precompile (file) {
    const nodes = await runGenerator(this.find(file, 'root'))
    await runGenerator(this.parseNamed(nodes, new Set()))
  }

  /** @param {Set<string>} names those of files that are parsed: they may name each other */
  * parseNamed (nodes, names) {
    for (const { constructor, file, currentFile } of namingIn(nodes)) {
      const type = this.internals.tags.get(constructor) === 'layout' ? 'layouts' : 'partials'
      if (names.has(`${type} ${file}`)) continue
      names.add(`${type} ${file}`)
      yield this.parseNamed(yield this.find(file, type, currentFile), names)
    }
  }

  /** Whether the instance reads files as Liquid does, unless the app gives it a different file system. */
  get isOnDisk () { return this.instance.options.fs === this.internals.fs }

  /** Renders a file as Liquid's `renderFile` does. */
  * write (out, file, locals) {
    const { instance, internals } = this
    const templates = yield this.find(file, 'root')
    const ctx = new internals.Context(locals, instance.options, { sync: false }, { liquid: instance })
    ctx[SPLICER] = out
    yield this.forTags.renderer.renderTemplates(templates, ctx, new SplicingEmitter(out, this))
  }

  /** @returns {unknown} nodes, or a generator of them */
  find (file, type, currentFile) {
    const { instance, internals, isOnDisk, load } = this
    const { cache } = instance.options
    if (isOnDisk && !cache) {
      this.checkOptions()
      return this.parsedFileOf(load(this.lookUp(file, type, currentFile)).program.file).nodes(this)
    }
    // A cache of the app gets promises.
    const isSync = isOnDisk && cache.constructor === internals.Cache
    return this.nodesLater(instance._parseFile(file, isSync, type, currentFile))
  }

  * nodesLater (parsing) {
    return this.nodesOf(yield parsing)
  }

  /** Forgets what depends on the options of the instance, once one of them has changed. */
  checkOptions () {
    const { instance, options: { size, values }, pathCache } = this
    const { options } = instance
    if (Object.keys(options).length === size && values.findReplaced() === undefined) return
    const watched = new WatchedMethods()
    watched.watch('Liquid', instance, ['options'])
    for (const name in options) {
      watched.watch('options', options, [name])
      if (Array.isArray(options[name])) watched.watch(name, options[name], ['length', ...options[name].keys()])
    }
    this.options = { size: Object.keys(options).length, values: watched }
    pathCache.clear()
  }

  /** @throws {Error} Liquid's, if its folders have no such file */
  lookUp (file, type, currentFile) {
    const { instance, internals, isKeeping, pathCache } = this
    const lookUp = () => runGenerator(new internals.Parser(instance).loader.lookup(file, type, true, currentFile))
    if (!isKeeping || typeof file !== 'string') return lookUp()
    return pathCache.getOrCreate([type, file, file.startsWith('.') ? currentFile : ''].join('\0'), lookUp)
  }
}

/** @returns {object[]} the tags that name a file by a literal, even in other tags; none that Liquid renders */
function namingIn (nodes) {
  if (!(nodes instanceof Nodes)) return []
  return nodes.list.flatMap((node) => {
    const { branches = [], elseTemplates, file, templates } = { __proto__: null, ...node }
    const inner = [templates, elseTemplates, ...branches.map((branch) => branch.templates)].flatMap(namingIn)
    return typeof file === 'string' ? [node, ...inner] : inner
  })
}

module.exports = { LiquidRenderer }
