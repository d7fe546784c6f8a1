'use strict'

const { channel } = require('node:diagnostics_channel')
const path = require('node:path')
const { DEFAULT_EXTENSION, Engines, requireEngine, withDot } = require('./engines')
const { describeType } = require('./describe-type')
const { Fallbacks } = require('./fallbacks')
const { Definition, tagOf } = require('./fragments/definition')
const { fileCache } = require('./fragments/file')
const { Fragments } = require('./fragments/fragments')
const { CountedCache, LRUCache } = require('./lru-cache')
const { WITHOUT_EXPRESS, checkCall, checkOptions } = require('./options')
const { completePage, expectUnsent } = require('./response/disconnect')
const { Memo } = require('./response/memo')
const { Responder } = require('./response/responder')
const { Streamer } = require('./response/streamer')
const { PendingRendered, isPage } = require('./page/pending-rendered')
const { Rendered } = require('./page/rendered')
const { precompile } = require('./precompile')
const { StreamingRender } = require('./streaming/streaming-render')
const { Templates } = require('./templates')
const { Views, namesBelow } = require('./views')

const UNKNOWN_APP = 'precompile() was called before the Express app was known, so res.render compiles its views again. ' +
  'Pass the app: bufferedRender({ app })'

const NOT_KEPT = 'Cached fragments are not kept, because templates are not: set NODE_ENV=production or the option "cache"'

/** The size of `viewCache`. */
const MOST_VIEWS = 1000

/** Publishes every render: `{ view, chunks, staticBytes, dynamicBytes, duration }`. */
const renders = channel('buffered-render:render')

/** Renders views with locals to pages, and sends pages. */
class Renderer {
  /**
   * @param {object} [options] see `options.js`
   * @throws {TypeError} for an unknown option or a bad value
   */
  constructor (options) {
    this.options = checkOptions(options)
    this.engines = new Engines(this.options.engines)
    this.views = new Views(this.options.views ?? WITHOUT_EXPRESS.views, this.engines.extensions)
    this.cache = this.options.cache ?? WITHOUT_EXPRESS.isCached()
    /** Name of a view → its file, and what loads its template. @type {LRUCache<string, { file: string, load: () => import('./template').Template }>} */
    this.viewCache = new LRUCache({ max: MOST_VIEWS })
    /** Extension → the templates of its engine. @type {Map<string, Templates>} */
    this.byExtension = new Map()
    /** The compiled templates; `bytes` is the size of the source. @type {CountedCache<string, { template: object, stamp: string, bytes: number }>} */
    this.templateCache = new CountedCache({
      max: MOST_VIEWS,
      maxSize: Number.MAX_SAFE_INTEGER,
      sizeCalculation: ({ bytes }) => bytes || 1
    })
    /** The views of the Express app, once it is known. @type {import('./precompile').ViewSource | undefined} */
    this.appViews = undefined
    /** Whether requests of another app came, although the option `app` names none. */
    this.hasOtherApp = false
    /** Whether `precompile` was called before the app was known. */
    this.precompiledAlone = false
    this.fragments = new Fragments(fragmentOptions(this.options.fragments, this.cache))
    this.fallbacks = new Fallbacks()
    const { compress, holdWrites, memo, onError, threshold } = this.options
    this.memo = memo === false ? undefined : new Memo(memo)
    this.responder = new Responder({ compress, holdWrites, threshold, memo: this.memo, onError })
    this.streamer = new Streamer(this.responder)
  }

  /** Renders a view, see `types/index.d.ts`. It gets the own enumerable properties of the locals. */
  async render (view, locals) {
    return this.page(view, { ...locals })
  }

  /**
   * Renders a view as `res.render` would with `app.locals`, and without `res.locals`, if the Express app is known.
   *
   * @throws {Error} if there are several apps
   */
  async renderWithoutRequest (view, locals) {
    if (this.hasOtherApp) throw new Error(`View "${view}" of a cached fragment: several apps use this middleware. Name one: bufferedRender({ app })`)
    return this.appViews === undefined ? this.render(view, locals) : this.appViews.render(view, locals)
  }

  /** @param {object} locals an object that only this render uses */
  page (view, locals) {
    return this.run(view, () => this.load(view).render(locals))
  }

  /**
   * Runs a render, and publishes it with its duration if there is a subscriber.
   *
   * @returns {Rendered | Promise<Rendered>}
   */
  run (view, render) {
    if (!renders.hasSubscribers) return render()

    const start = performance.now()
    const finish = (rendered) => {
      publish(view, rendered, performance.now() - start)
      return rendered
    }
    const rendered = render()
    return rendered instanceof Rendered ? finish(rendered) : rendered.then(finish)
  }

  /** Sends a page as the response, see `types/index.d.ts`. Before it throws, nothing is sent. */
  async send (req, res, rendered) {
    const isPending = rendered instanceof PendingRendered
    const page = isPending ? await completePage(res, rendered) : await rendered
    if (isPending && page === undefined) return expectUnsent(res, 'sent')
    if (!(page instanceof Rendered)) throw new TypeError(`send() expects a page from render() or html\`…\`, got ${describeType(page)}`)
    const representation = this.responder.represent(req, res, page, this.options.etag ?? WITHOUT_EXPRESS.etag)
    await this.responder.send(req, res, representation)
  }

  /**
   * Streams a page, see `types/index.d.ts`: sends ready chunks at once, and async chunks in the order of the page as they become
   * ready. The response is chunked and has no validator. Before the first byte, errors are thrown and nothing is sent.
   */
  async stream (req, res, page, how) {
    await this.streamer.send(req, res, this.streamingPage(page, how))
  }

  /** @throws {TypeError} if `page` is not a page, for an unknown option or a bad value */
  streamingPage (page, how) {
    if (!isPage(page)) throw new TypeError(`A stream expects a page from html\`…\` or await render(), got ${describeType(page)}`)
    return this.begin(StreamingRender.of(page), how)
  }

  /**
   * @param {object} locals an object that only this render uses
   * @param {object} given the locals of the call, without those of the app and the response
   * @param {object} [how] the options of the stream
   * @throws errors of loading the template, and of the template before it waits for the first time
   */
  streamingView (load, locals, given, how) {
    const streamingRender = new StreamingRender()
    streamingRender.track(given)
    return this.begin(streamingRender, how, () => load().stream(locals, streamingRender, given))
  }

  /**
   * @param {StreamingRender} streamingRender is cancelled if the options or `start` throw
   * @param {object} [how] the options of the stream
   * @param {() => void} [start] starts the program of a view
   */
  begin (streamingRender, how, start) {
    try {
      streamingRender.reports.onError = checkCall('a stream', how).onError ?? this.options.onError
      start?.()
    } catch (error) {
      streamingRender.cancel()
      throw error
    }
    return streamingRender
  }

  load (view) {
    return this.locate(view).load()
  }

  /** @returns {{ file: string, load: () => import('./template').Template }} */
  locate (view) {
    const cached = this.viewCache.get(view)
    if (cached !== undefined) return cached

    const extension = this.extensionOf(view)
    const templates = this.templatesFor(extension, view)
    const file = this.views.find(view, extension)
    const located = { file, load: () => templates.load(file) }
    if (this.cache) this.viewCache.set(view, located)
    return located
  }

  /** @returns {string[]} the names of all views in the folders */
  names () {
    const { engines, options: { extension }, views } = this
    return namesBelow(views.roots, (extension) => engines.of(extension) !== undefined, withDot(extension ?? DEFAULT_EXTENSION))
  }

  /**
   * Compiles views before their first render, see `types/index.d.ts`: into the templates that `res.render` uses if the Express app
   * is known, from the option `app` or a request, and otherwise into those of `render` and `ctx.render`.
   */
  async precompile (views, how) {
    if (how === undefined && !Array.isArray(views)) return this.precompile(undefined, views ?? {})
    if (views !== undefined && !Array.isArray(views)) throw new TypeError(`precompile() expects an array of names of views, got ${describeType(views)}`)
    const { onProgress } = checkCall('precompile', how)
    this.precompiledAlone ||= this.appViews === undefined
    const source = this.appViews ?? this
    return precompile(source, views ?? source.names(), onProgress)
  }

  /** @param {import('./precompile').ViewSource} views of an Express app */
  learnApp (views) {
    if (this.appViews !== undefined) {
      this.hasOtherApp ||= this.options.app === undefined && this.appViews !== views
      return
    }
    this.appViews = views
    if (this.precompiledAlone) process.emitWarning(UNKNOWN_APP, { code: 'BUFFERED_RENDER_APP' })
  }

  /**
   * Defines a fragment that is the same for many requests, see `types/index.d.ts`. It is loaded once for each list of arguments, and kept
   * as encoded, hashed and deflated bytes: in this process and, with the option `fragments.store`, for all processes.
   */
  cached (name, options, load) {
    if (!this.cache && this.options.fragments !== false) this.fallbacks.print(NOT_KEPT)
    return this.fragments.define(new Definition(name, options, load, (view, locals) => this.renderWithoutRequest(view, locals)))
  }

  /** Makes all cached fragments that have the tag invalid, see `types/index.d.ts`. */
  invalidate (tag) {
    return this.fragments.invalidate(() => tagOf(tag))
  }

  /** Returns counts since the renderer was created, and the current size of its caches, see `types/index.d.ts`. */
  stats () {
    return {
      templates: this.templateCache.stats(),
      memo: this.memo?.stats() ?? false,
      files: fileCache.stats(),
      fragments: this.fragments.stats(),
      engine: { ...this.fallbacks.counts },
      unencoded: { ...this.responder.unencoded }
    }
  }

  /**
   * Counts a view that Express renders.
   *
   * @param {string} reason the rest of a sentence that begins with the view
   */
  leaveToExpress (view, reason) {
    this.fallbacks.leaveToExpress(view, reason)
  }

  /** Clears all compiled templates, assembled responses, files of fragments and cached file names of views. */
  clear () {
    this.templateCache.clear()
    this.viewCache.clear()
    this.memo?.clear()
    fileCache.clear()
    this.fragments.clear()
  }

  /** @returns {string} the extension of the view's file, with the dot */
  extensionOf (view) {
    const own = path.extname(String(view))
    if (own !== '' && this.engines.of(own)) return own
    if (this.options.extension) return withDot(this.options.extension)
    if (own !== '') throw withoutDialect(view, own)
    return DEFAULT_EXTENSION
  }

  templatesFor (extension, view) {
    const existing = this.byExtension.get(extension)
    if (existing) return existing

    const named = this.engines.of(extension)
    if (!named) throw withoutDialect(view, extension)
    const engine = named.engine ?? requireEngine(named.dialect, view, this.views.roots)
    const options = { views: this.views.roots, ...this.options.engineOptions }
    const templates = this.createTemplates({ dialect: named.dialect, engine, options: () => options, cache: this.cache })
    this.byExtension.set(extension, templates)
    return templates
  }

  createTemplates (setup) {
    return new Templates(setup, this.templateCache, this.fallbacks)
  }
}

/** @throws {TypeError} for an unknown option or a bad value */
function fragmentOptions (option, isCached) {
  if (option === false) return { isKept: false, size: 1 }
  const { size, store, version } = checkCall('fragments', option)
  if (store !== undefined && version === undefined) {
    throw new TypeError('The option "fragments.version" is required with a store: a text that names the deploy, such as process.env.GIT_SHA')
  }
  return { isKept: isCached, size, store, version }
}

function publish (view, { chunks, byteLength, text }, duration) {
  renders.publish({ view, chunks: chunks.length, staticBytes: byteLength - text.length, dynamicBytes: text.length, duration })
}

function withoutDialect (view, extension) {
  return new Error(`View "${view}" has no known engine for "${extension}". Name one in the option "engines"`)
}

module.exports = { Renderer }
