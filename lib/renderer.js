'use strict'

const { channel } = require('node:diagnostics_channel')
const { withCode, wrongArgument, wrongOption } = require('./util/errors')
const { WITHOUT_EXPRESS, checkCall, describe } = require('./options')
const { PendingRendered, isPage } = require('./page/pending-rendered')
const { Rendered } = require('./page/rendered')
const { completePage, expectUnsent } = require('./response/disconnect')

const UNKNOWN_APP = 'precompile() was called before the Express app was known, ' +
  'so res.render compiles its views again. Pass the app: bufferedRender({ app })'

const NOT_CACHED = 'Cached fragments are not kept, because templates are not: ' +
  'set NODE_ENV=production or the option "cache"'

/** The settings of fragments if the option is false. */
const WITHOUT_FRAGMENTS = { isCached: false, size: 1 }

/** Publishes every render: `{ view, chunks, staticBytes, dynamicBytes, duration }`. */
const renders = channel('buffered-render:render')
/** Publishes every render that failed: `{ view, error, duration }`. */
const failures = channel('buffered-render:error')

/** Renders views with locals to pages, and sends pages. */
class Renderer {
  /**
   * @param {object} options all, with their defaults, see `options.js`
   * @param {import('./views/view-source').ViewSource} [namedViews] the views of the Express app of the option `app`
   */
  constructor (options, viewSettings, namedViews) {
    const { dictionary, etag, fragments, onError } = options
    this.options = options
    this.viewSettings = viewSettings
    this.namedViews = namedViews
    /** The views of the first request's app. @type {import('./views/view-source').ViewSource | undefined} */
    this.learnedViews = undefined
    /** Whether requests of a second app came, although the option `app` names none. */
    this.hasOtherApp = false
    /** Whether `precompile` was called before the app was known. */
    this.precompiledWithoutApp = false
    this.etag = etag ?? WITHOUT_EXPRESS.etag
    this.onError = onError
    this.dictionary = dictionary && this.createDictionary(checkCall('dictionary', dictionary))
    this.fragmentOptions = fragmentOptions(fragments, viewSettings.isCached)
    this._folderViews = undefined
    // A bad store is an error at once.
    this._fragments = this.fragmentOptions.store && this.createFragments()
    this._responder = undefined
    this._streamer = undefined
  }

  // What follows is loaded and made at its first use.

  get folderViews () {
    return (this._folderViews ??= new (require('./views/folder-views').FolderViews)(this.viewSettings))
  }

  get fragments () {
    return (this._fragments ??= this.createFragments())
  }

  get responder () {
    if (this._responder !== undefined) return this._responder
    const { Memo } = require('./response/memo')
    const { Responder } = require('./response/respond')
    const { dictionary, options } = this
    const memo = options.memo ? new Memo(options.memo) : undefined
    return (this._responder = new Responder({ __proto__: null, ...options, dictionary, memo }))
  }

  get streamer () {
    return (this._streamer ??= new (require('./response/streamer').Streamer)(this.responder))
  }

  createFragments () {
    const { Fragments } = require('./fragments/fragments')
    return new Fragments(this.fragmentOptions)
  }

  createDictionary (options) {
    const { ServedDictionary } = require('./codings/dcz/served-dictionary')
    return new ServedDictionary(options, () => this.knownViews.uncached())
  }

  /** Answers a request for the dictionary, see `types/index.d.ts`. */
  sendDictionary (req, res) {
    return this.dictionary?.answer(req, res) !== undefined
  }

  /** Renders a view, see `types/index.d.ts`. It gets the own enumerable properties of the locals. */
  async render (view, locals) {
    const source = this.namedViews ?? this.folderViews
    const given = { ...locals }
    return this.renderAndPublish(view, () => source.render(view, given))
  }

  /** Renders as `res.render` does, without `res.locals`, if the app is known. @throws {Error} if there are several */
  async renderWithoutRequest (view, locals) {
    if (this.hasOtherApp) {
      throw withCode('BUFFERED_RENDER_APP', new Error(`View "${view}" of a cached fragment: ` +
        'several apps use this middleware. Name one: bufferedRender({ app })'))
    }
    const source = this.knownViews
    const given = { ...locals }
    return this.renderAndPublish(view, () => source.render(view, given))
  }

  /**
   * Publishes the render of a view or its error, with the duration, if there is a subscriber.
   *
   * @param {() => Rendered | Promise<Rendered>} render
   */
  renderAndPublish (view, render) {
    if (!renders.hasSubscribers && !failures.hasSubscribers) return render()
    const start = performance.now()
    const fail = (error) => {
      failures.publish({ view, error, duration: performance.now() - start })
      throw error
    }
    const finish = (rendered) => {
      if (!renders.hasSubscribers) return rendered
      const { byteLength, chunks: { length: chunks }, text: { length: dynamicBytes } } = rendered
      const duration = performance.now() - start
      renders.publish({ view, chunks, staticBytes: byteLength - dynamicBytes, dynamicBytes, duration })
      return rendered
    }
    try {
      const rendered = render()
      return rendered instanceof Rendered ? finish(rendered) : rendered.then(finish, fail)
    } catch (error) {
      fail(error)
    }
  }

  /** Sends a page as the response, see `types/index.d.ts`. Before it throws, nothing is sent. */
  async send (req, res, rendered) {
    const page = rendered instanceof Rendered ? rendered : await completed(res, rendered)
    if (page === undefined) return expectUnsent(res, 'sent')
    const { readerOf } = require('./response/slots')
    const exchange = { req, res, etag: this.etag, request: undefined, reader: readerOf(res), type: undefined }
    return this.responder.respond(exchange, page)
  }

  /** Streams a page, see `types/index.d.ts`. */
  async stream (req, res, page, options) {
    await this.streamer.send(req, res, this.streamingPage(page, options))
  }

  streamingPage (page, options) {
    if (!isPage(page)) throw wrongArgument('A stream expects a page from html`…` or await render()', page)
    const { StreamingRender } = require('./streaming/streaming-render')
    return this.startStream(StreamingRender.of(page), options)
  }

  /**
   * @param {() => import('./views/view-source').FoundView} find throws if there is no such view
   * @param {object} locals an object that only this render uses
   * @param {object} given the locals of the call, without those of the app and the response
   * @throws errors of loading the template, and of the template before it waits for the first time
   */
  streamingView (find, locals, given, options) {
    const { StreamingRender } = require('./streaming/streaming-render')
    const streamingRender = new StreamingRender()
    streamingRender.track(given)
    return this.startStream(streamingRender, options, () => find().stream(locals, streamingRender, given))
  }

  /** Cancels the streaming render if the options or `start`, which starts the program of a view, throw. */
  startStream (streamingRender, options, start) {
    try {
      streamingRender.reports.onError = checkCall('a stream', options).onError ?? this.onError
      start?.()
    } catch (error) {
      streamingRender.cancel()
      throw error
    }
    return streamingRender
  }

  /** Where `precompile` and cached fragments find views. */
  get knownViews () {
    return this.namedViews ?? this.learnedViews ?? this.folderViews
  }

  /** Compiles views before their first render, see `types/index.d.ts`. */
  async precompile (views, options) {
    if (options === undefined && typeof views !== 'string' && !Array.isArray(views)) {
      return this.precompile(undefined, views ?? {})
    }
    if (views !== undefined && !Array.isArray(views)) {
      throw wrongArgument("precompile() expects an array of names of views, such as ['index']", views, describe(views))
    }
    const { onProgress } = checkCall('precompile', options)
    const source = this.knownViews
    this.precompiledWithoutApp ||= source === this._folderViews
    const { precompile } = require('./views/precompile')
    const result = await precompile(source, views ?? source.names(), onProgress)
    await this.dictionary?.make()
    return result
  }

  /** Takes the views of the Express app of a request, unless the option `app` names one. */
  learnApp (views) {
    if (this.namedViews !== undefined || this.learnedViews === views) return
    if (this.learnedViews !== undefined) {
      this.hasOtherApp = true
      return
    }
    this.learnedViews = views
    if (this.precompiledWithoutApp) process.emitWarning(UNKNOWN_APP, { code: 'BUFFERED_RENDER_APP' })
  }

  /** Defines a cached fragment, see `types/index.d.ts`. */
  cached (name, options, load) {
    const { Definition } = require('./fragments/definition')
    if (!this.fragmentOptions.isCached && this.fragmentOptions !== WITHOUT_FRAGMENTS) {
      this.viewSettings.renderLog.print(NOT_CACHED)
    }
    const render = (view, locals) => this.renderWithoutRequest(view, locals)
    return this.fragments.define(new Definition(name, options, load, render))
  }

  /** Makes all cached fragments that have the tag invalid, see `types/index.d.ts`. */
  invalidate (tag) {
    const { tagOf } = require('./fragments/definition')
    return this.fragments.invalidate(() => tagOf(tag))
  }

  /** Returns counts since the renderer was created, and the current size of its caches, see `types/index.d.ts`. */
  stats () {
    const { codes } = require('./codings/gzip/code')
    const { fileCache } = require('./fragments/file')
    return {
      templates: this.viewSettings.templateCache.stats(),
      memo: this.responder.memo?.entries.stats() ?? false,
      files: fileCache.stats(),
      gzip: codes.stats(),
      dictionary: this.dictionary?.stats() ?? false,
      fragments: this.fragments.stats(),
      ...this.viewSettings.renderLog.stats(),
      unencoded: { ...this.responder.unencoded }
    }
  }

  /** Clears all templates, assembled responses, files of fragments, gzip codes and names of views. */
  clear () {
    this.viewSettings.clear()
    this._responder?.memo?.clear()
    this._fragments?.clear()
    const { fileCache } = require('./fragments/file')
    fileCache.clear()
    const { codes } = require('./codings/gzip/code')
    codes.clear()
  }
}

/** @returns {Promise<Rendered | undefined>} the page; `undefined` if the client disconnects first */
async function completed (res, given) {
  if (given instanceof PendingRendered) return completePage(res, given)
  const page = await given
  if (!(page instanceof Rendered)) throw wrongArgument('send() expects a page from render() or html`…`', page)
  return page
}

function fragmentOptions (option, isCached) {
  if (option === false) return WITHOUT_FRAGMENTS
  const { size, store, version } = checkCall('fragments', option)
  if (store !== undefined && version === undefined) {
    throw wrongOption('The option "fragments.version" is required with a store: ' +
      'a text that names the deploy, such as process.env.GIT_SHA')
  }
  return { isCached, size, store, version }
}

module.exports = { Renderer }
