'use strict'

const { channel } = require('node:diagnostics_channel')
const path = require('node:path')
const { LRUCache } = require('lru-cache')
const { DEFAULT_EXTENSION, Engines, requireEngine, withDot } = require('./engines')
const { describeType } = require('./describe-type')
const { checkCall, checkOptions, sizeOf } = require('./options')
const { Memo } = require('./response/memo')
const { Responder } = require('./response/responder')
const { Streamer } = require('./response/streamer')
const { isPage } = require('./page/pending-rendered')
const { Rendered } = require('./page/rendered')
const { StreamingRender } = require('./streaming/streaming-render')
const { Templates } = require('./templates')
const { Views } = require('./views')

/** How many names of views a renderer remembers the files of. */
const MOST_NAMES = 1000

/** Publishes every render: `{ view, chunks, staticBytes, dynamicBytes, duration }`. */
const renders = channel('buffered-render:render')

/**
 * The compiled templates of a renderer, least recently used first out; `bytes` are those of the source.
 *
 * @typedef {{ hits: number, misses: number, evictions: number,
 *   entries: LRUCache<string, { template: object, stamp: string, bytes: number }> }} Kept
 */

/** Turns views and locals into pages. */
class Renderer {
  /**
   * @param {object} [options] see `options.js`
   * @throws {TypeError} for an unknown option or a bad value
   */
  constructor (options) {
    this.options = checkOptions(options)
    this.engines = new Engines(this.options.engines)
    this.views = new Views(this.options.views ?? 'views')
    this.cache = this.options.cache ?? process.env.NODE_ENV === 'production'
    /** Name of a view → its file, and what loads it. @type {LRUCache<string, { templates: Templates, file: string }>} */
    this.found = new LRUCache({ max: MOST_NAMES })
    /** Extension → the templates of its engine. @type {Map<string, Templates>} */
    this.setups = new Map()
    this.kept = { hits: 0, misses: 0, evictions: 0 }
    this.kept.entries = new LRUCache({
      max: this.options.templates ?? 500,
      maxSize: Number.MAX_SAFE_INTEGER,
      sizeCalculation: ({ bytes }) => bytes || 1,
      dispose: (entry, key, reason) => { if (reason === 'evict') this.kept.evictions++ }
    })
    this.fallThrough = 0
    const { compress, holdWrites, memo = '64mb', onError, serverTiming = false, threshold = 1024 } = this.options
    this.memo = memo === false ? undefined : new Memo(sizeOf(memo))
    this.responder = new Responder({ compress, holdWrites, threshold: sizeOf(threshold), serverTiming, memo: this.memo, onError })
    this.streamer = new Streamer(this.responder)
  }

  /**
   * Renders a view.
   *
   * @param {string} view a name relative to the folders of views
   * @param {object} [locals] its own enumerable properties are what the view sees
   * @returns {Promise<Rendered>}
   * @throws {TypeError} if the view's name is not one
   * @throws {Error} if there is no such view, its engine is missing, or what
   *   the engine throws, naming the file and the line
   */
  async render (view, locals) {
    return this.page(view, { ...locals })
  }

  /** @param {object} locals that nobody else holds */
  page (view, locals) {
    return this.run(view, () => this.load(view).render(locals))
  }

  /**
   * Runs a render, and measures it if that is asked for.
   *
   * @param {() => Rendered | Promise<Rendered>} render
   * @returns {Rendered | Promise<Rendered>}
   */
  run (view, render) {
    if (!renders.hasSubscribers && !this.options.serverTiming) return render()

    const start = performance.now()
    const finish = (rendered) => {
      rendered.duration = performance.now() - start
      if (renders.hasSubscribers) publish(view, rendered)
      return rendered
    }
    const rendered = render()
    return rendered instanceof Rendered ? finish(rendered) : rendered.then(finish)
  }

  /**
   * Sends a page as the response: validator, freshness, length and body.
   *
   * @param {import('node:http').IncomingMessage} req
   * @param {import('node:http').ServerResponse} res
   * @param {Rendered | import('./page/pending-rendered').PendingRendered} rendered
   * @throws {TypeError} if it is not a page
   * @throws what a promise in the page rejects with; nothing is sent then
   * @throws {Error} if a large file of the page has changed; nothing is sent then
   */
  async send (req, res, rendered) {
    const page = await rendered
    if (!(page instanceof Rendered)) throw new TypeError(`send() takes what render() or html\`…\` gives, got ${describeType(page)}`)
    const representation = this.responder.represent(req, res, page, this.options.etag ?? 'weak')
    await this.responder.send(req, res, representation)
  }

  /**
   * Sends a page while it is made: what is there at once goes at once, the rest in the
   * order of the page as it comes. The response is chunked and has no validator.
   *
   * @param {import('node:http').IncomingMessage} req
   * @param {import('node:http').ServerResponse} res
   * @param {import('./page/async-chunk').Part} page what html`…` gives
   * @param {(error: unknown) => unknown} [how.onError] hears of what fails, and may give the
   *   page that is put in its place, or a promise of it
   * @returns {Promise<void>} fulfilled when all was sent, or the client has gone
   * @throws {TypeError} if it is not a page
   * @throws what has failed before the first byte; nothing is sent then
   */
  async stream (req, res, page, how) {
    await this.streamer.send(req, res, this.streamingPage(page, how))
  }

  /** @throws {TypeError} if it is not a page, for an unknown option or a bad value */
  streamingPage (page, how) {
    if (!isPage(page)) throw new TypeError(`A stream takes what html\`…\` or await render() gives, got ${describeType(page)}`)
    return this.begin(StreamingRender.of(page), how)
  }

  /**
   * @param {object} locals an object of this render's own
   * @param {object} given those of them that nobody else uses
   * @throws what loading the template throws, or the template before it waits for something
   */
  streamingView (load, locals, given, how) {
    const streamingRender = new StreamingRender()
    streamingRender.track(given)
    return this.begin(streamingRender, how, () => load().stream(locals, streamingRender, given))
  }

  /**
   * @param {StreamingRender} streamingRender is cancelled if it cannot begin
   * @param {() => void} [start] has a view write on it
   */
  begin (streamingRender, how, start) {
    try {
      streamingRender.onError = checkCall('a stream', how).onError ?? this.options.onError
      start?.()
    } catch (error) {
      streamingRender.cancel()
      throw error
    }
    return streamingRender
  }

  load (view) {
    const found = this.found.get(view)
    if (found !== undefined) return found.templates.load(found.file)

    const extension = this.extensionOf(view)
    const templates = this.templatesFor(extension, view)
    const file = this.views.find(view, extension)
    if (this.cache) this.found.set(view, { templates, file })
    return templates.load(file)
  }

  /**
   * Counts since the renderer was made; `entries` are there now, `bytes` are those of templates' sources, or all of the memo's.
   *
   * @typedef {{ hits: number, misses: number, evictions: number, entries: number, bytes: number }} CacheStats
   *
   * @returns {{ templates: CacheStats, memo: CacheStats | false, fallThrough: number, unencoded: Record<string, number> }}
   *   `fallThrough` counts the renders that were left to the framework, `unencoded` the pages
   *   without a negotiated content coding, by reason
   */
  stats () {
    const { hits, misses, evictions, entries } = this.kept
    const templates = { hits, misses, evictions, entries: entries.size, bytes: entries.calculatedSize }
    return { templates, memo: this.memo?.stats() ?? false, fallThrough: this.fallThrough, unencoded: { ...this.responder.unencoded } }
  }

  /** Forgets every compiled template, every assembled response, and where views were found. */
  clear () {
    this.kept.entries.clear()
    this.found.clear()
    this.memo?.clear()
  }

  /** @returns {string} the extension of its file, with the dot */
  extensionOf (view) {
    const own = path.extname(String(view))
    if (own !== '' && this.engines.of(own)) return own
    if (this.options.extension) return withDot(this.options.extension)
    if (own !== '') throw unknownKind(view, own)
    return DEFAULT_EXTENSION
  }

  templatesFor (extension, view) {
    const known = this.setups.get(extension)
    if (known) return known

    const found = this.engines.of(extension)
    if (!found) throw unknownKind(view, extension)
    const engine = found.engine ?? requireEngine(found.dialect, view, this.views.roots)
    const options = { views: this.views.roots, ...this.options.engineOptions }
    const templates = this.templates({ dialect: found.dialect, engine, options: () => options, cache: this.cache })
    this.setups.set(extension, templates)
    return templates
  }

  templates (setup) {
    return new Templates(setup, this.kept)
  }
}

function publish (view, { chunks, byteLength, text, duration }) {
  renders.publish({ view, chunks: chunks.length, staticBytes: byteLength - text.length, dynamicBytes: text.length, duration })
}

function unknownKind (view, extension) {
  return new Error(`View "${view}" is of a kind that no dialect is known for; the option "engines" names one for "${extension}"`)
}

module.exports = { Renderer }
