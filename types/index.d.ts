/// <reference types="node" />

import { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

export = bufferedRender

/** Distinguishes pending pages from promises. */
declare const pending: unique symbol

/**
 * Creates middleware for Express 4 and 5 and Koa 2 and 3. The static text of a view is encoded once, when the
 * view is compiled; only its dynamic segments are encoded for each response.
 *
 * Install it before the routes that render. In Express it replaces `res.render` and `res.send` and adds
 * `res.renderStream`; in Koa it adds `ctx.render` and `ctx.renderStream` and accepts pages as `ctx.body`.
 *
 * @example
 * app.use(bufferedRender())
 *
 * @example
 * app.use(bufferedRender({ views: 'views', extension: 'ejs' }))
 *
 * @param options see {@link bufferedRender.Options}; in Express the app's settings are the defaults
 * @throws {TypeError} immediately, for an unknown option or an invalid value; the message names the option
 */
declare function bufferedRender (options?: bufferedRender.Options): bufferedRender.Middleware

declare namespace bufferedRender {
  /**
   * Creates middleware for Express only.
   *
   * @throws {TypeError} for an unknown option or an invalid value
   */
  function express (options?: Options): ExpressMiddleware

  /**
   * Creates middleware for Koa only.
   *
   * @throws {TypeError} for an unknown option or an invalid value
   */
  function koa (options?: Options): KoaMiddleware

  /**
   * Creates a renderer that needs no framework: for `node:http` servers, and for pages that are not sent as
   * responses, such as emails.
   *
   * @example
   * const renderer = createRenderer({ views: 'views', extension: 'ejs' })
   * const rendered = await renderer.render('index', { user })
   * await renderer.send(req, res, rendered)
   *
   * @throws {TypeError} for an unknown option or an invalid value
   */
  function createRenderer (options?: Options): Renderer

  /**
   * Returns classes with which a server creates requests and responses with the prototypes of an Express app, which
   * Express then does not replace. On Node 20 and 22, a request takes less than half of the CPU time. The middleware
   * does the same by itself, if the app is the only listener of its server for `request`. In Bun and Deno, the result
   * is an empty object.
   *
   * @example
   * http.createServer(bufferedRender.serverClasses(app), app)
   *
   * @throws {TypeError} for a value that is not an Express app
   */
  function serverClasses (app: RequestListener): ServerClasses

  /**
   * Makes a store for cached fragments of a client of `redis` 4 or later, `ioredis` or `iovalkey`: a single client, a
   * sentinel or a cluster. The store connects a client that is not connected, in the background, and listens to its
   * `error` event. Commands for a connection that is lost are rejected, not queued.
   *
   * @example
   * const store = redisStore(createClient({ url: process.env.REDIS_URL }), { prefix: 'shop:' })
   *
   * @throws {TypeError} for anything but such a client, an unknown option or an invalid value
   */
  function redisStore (client: RedisClient, options?: RedisStoreOptions): RedisStore

  /** A client of `redis` 4 or later, `ioredis` or `iovalkey`. */
  interface RedisClient {
    connect (): Promise<unknown>
    get (key: string): Promise<unknown>
    set (key: string, value: string, ...options: any[]): Promise<unknown>
    del (key: string): Promise<unknown>
    on (event: string, listener: (...args: any[]) => void): unknown
  }

  /** The options of `redisStore`. */
  interface RedisStoreOptions {
    /**
     * What all keys begin with.
     *
     * @default 'buffered-render:'
     */
    prefix?: string | undefined

    /**
     * The milliseconds for one operation. See {@link FragmentStore.deadline}.
     *
     * @default 100
     */
    deadline?: number | undefined
  }

  /** Keeps cached fragments for several processes, such as `redisStore(client)` or a Keyv instance. */
  interface FragmentStore {
    /** @returns what was set last, or undefined */
    get (key: string): Promise<string | undefined>

    /**
     * Reads several keys at once. Without this method, each is read by `get`.
     *
     * @returns what `get` gives for each
     */
    getMany? (keys: string[]): Promise<Array<string | undefined>>

    /**
     * @param ttl the milliseconds after which the key expires
     * @returns false if it was not set
     */
    set (key: string, value: string, ttl: number): Promise<boolean | undefined>

    /** @returns whether the key existed */
    delete (key: string): Promise<boolean>

    /**
     * Sets a key only if it does not exist. Without this method, several processes may load a fragment at once.
     *
     * @returns whether it was set
     */
    add? (key: string, value: string, ttl: number): Promise<boolean>

    /**
     * The milliseconds after which an operation has failed.
     *
     * @default 100
     */
    deadline?: number | undefined
  }

  /** The result of {@link redisStore}. */
  interface RedisStore extends FragmentStore {
    add (key: string, value: string, ttl: number): Promise<boolean>
  }

  /** The options of `http.createServer` and `https.createServer` for an Express app. */
  interface ServerClasses {
    IncomingMessage?: typeof IncomingMessage
    ServerResponse?: typeof ServerResponse
  }

  /**
   * The template tag for HTML. Values are escaped. `res.send` of Express sends a page as HTML only in responses that
   * have passed the middleware: without it, Express sends a page as JSON.
   *
   * @example
   * res.send(html`<ul>${users.map((user) => html`<li>${user.name}</li>`)}</ul>`)
   */
  const html: HtmlTag

  /** The name of a template engine. */
  type EngineName = 'ejs' | 'eta' | 'handlebars' | 'liquid' | 'mustache' | 'nunjucks' | 'pug'

  /**
   * A number of bytes, or a text with a unit, such as `'64mb'` or `'1.5 GB'`. A text that is only known at run time, such as that
   * of an environment variable, needs `as Size`; an invalid one is an error at the start.
   */
  type Size = number | `${number}${'' | ' '}${'' | 'k' | 'K' | 'm' | 'M' | 'g' | 'G'}${'b' | 'B'}`

  /** The options of the middleware and of `createRenderer`. All are optional; `undefined` means the default. */
  interface Options {
    /**
     * The folder of the views, or a list of folders that are searched in order. Relative paths are resolved against
     * the working directory.
     *
     * @default the app's setting `views` in Express, otherwise `'views'`
     */
    views?: string | readonly string[] | undefined

    /**
     * The extension of views that are named without one. `'ejs'` and `'.ejs'` are equivalent.
     *
     * @default the app's setting `view engine` in Express, otherwise `'html'`, which is Mustache
     */
    extension?: string | undefined

    /**
     * The engine for each extension: a name, a configured engine, or your own dialect (see `Dialect` in
     * `buffered-render/template`).
     *
     * @example { html: 'ejs', hbs: myHandlebars }
     * @default chosen by extension and required from the app's packages
     */
    engines?: Readonly<Record<string, EngineName | object>> | undefined

    /**
     * Compile options for the engine, such as `{ delimiter: '?' }` for EJS. Compile options are never read from the
     * locals of a view, which may contain user input.
     *
     * @default in Express, the app's `view options` if the engine reads them, and for Pug its options in `app.locals`;
     *   otherwise none
     */
    engineOptions?: object | undefined

    /**
     * Whether compiled views are cached without checking their files for changes. With `false`, the next render uses
     * a changed file.
     *
     * @default the app's setting `view cache` in Express, otherwise `true` if `NODE_ENV` is `'production'`
     */
    cache?: boolean | undefined

    /**
     * The capacity of the cache of compiled views: a number of bytes, 1 or more, or a size such as `'256mb'`. While it is full, Express
     * itself renders other views that it finds through the app's settings; elsewhere, they are compiled at each render.
     *
     * @default '256mb'
     */
    cacheSize?: Size | undefined

    /**
     * The capacity of the memo of assembled responses: a number of bytes, 1 or more, or a size such as `'64mb'`. The
     * least recently used is evicted first. Entries never go stale, because the key is the content of the page.
     * `false` disables the memo.
     *
     * @default '64mb'
     */
    memo?: Size | false | undefined

    /**
     * Where the fragments of {@link Renderer.cached} are kept. `false`: nowhere; each call loads.
     *
     * @default 64 MB in this process, without a store; nowhere while templates are not cached
     */
    fragments?: FragmentOptions | false | undefined

    /**
     * The `ETag` of responses: weak, strong, `false` for none, or a function that computes it from the body and
     * returns `undefined` for none. The function is not called for pages with large files, which are never in memory as
     * a whole: their `ETag` is weak.
     *
     * @default the app's setting `etag` in Express, otherwise `'weak'`
     */
    etag?: 'weak' | 'strong' | false | ((body: Buffer) => string | undefined) | undefined

    /**
     * Whether pages are compressed for clients that accept it. `true`: gzip at once, and Brotli for pages
     * that are sent often. `'static'`: gzip that never deflates dynamic text, so that the length of a response does
     * not reveal whether user input matches a secret on the same page (BREACH). `false`: no compression.
     *
     * If the option is set, pages are also compressed when the app uses the package `compression`, which then passes
     * them on unchanged.
     *
     * @default true, except for responses whose `write` was replaced by other middleware
     */
    compress?: boolean | 'static' | undefined

    /**
     * Static text that browsers keep, so that a page travels without it: `Content-Encoding: dcz` (RFC 9842). Everybody can
     * read the static text of all views that are listed.
     *
     * @default no dictionary
     */
    dictionary?: DictionaryOptions | undefined

    /** @deprecated Without effect since version 2.1. */
    holdWrites?: boolean | undefined

    /**
     * The minimum length of a page that is compressed: a number of bytes or a size such as `'1kb'`. A streamed page
     * counts as shorter only if all of it is available at once; any other streamed page is compressed.
     *
     * @default 1024
     */
    threshold?: Size | undefined

    /**
     * Who renders the views. `'on'`: this library. `'off'`: their engines alone; Express and Koa send the pages. `'check'`, for tests: both,
     * with a copy of the locals each. A different page or error is an error of the request with the code
     * `'BUFFERED_RENDER_DIFFERENCE'`, is printed to stderr, and sets `process.exitCode`. `'report'`, for staging: both,
     * but a difference is a warning, and the engine's page is sent; after 20 renders of a view, one in 100 is compared,
     * unless the view differs.
     *
     * Pages of `html`, files, and cached fragments with a function have no engine: they are the same in all modes. In `'check'` and
     * `'report'` a view is rendered two to four times, with all that its helpers do. The environment variable `BUFFERED_RENDER`
     * wins over the option, unless it is empty.
     *
     * @default 'on'
     */
    mode?: 'on' | 'off' | 'check' | 'report' | undefined

    /**
     * Is called with each error that occurs while a page is streamed or a large file is sent. The page that it
     * returns replaces the failed chunk, except in a large file, whose length was already sent. Without a
     * replacement, an error before the first byte is an error of the request; after it, the connection is destroyed.
     *
     * @default the app's `error` event in Koa, otherwise `console.error`
     */
    onError?: OnError | undefined

    /**
     * Whether the middleware sets `ctx.render` in Koa. `false` leaves it to other middleware.
     *
     * @default true
     */
    ctxRender?: boolean | undefined

    /**
     * In Express: whether the server creates requests and responses with the prototypes of the app,
     * if the app is its only listener for `request`.
     *
     * @default true
     */
    serverClasses?: boolean | undefined

    /**
     * The Express app whose views {@link Renderer.render} renders and {@link Renderer.precompile} compiles, with the app's own
     * settings. In Koa, it has no effect on `ctx.render`.
     *
     * @default the app of the first request, except for `render`
     */
    app?: RequestListener | undefined
  }

  /** Middleware for Express and Koa. It detects the framework by the number of arguments. */
  interface Middleware extends ExpressMiddleware, KoaMiddleware {}

  /** Middleware for Express 4 and 5. */
  interface ExpressMiddleware {
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void

    /**
     * The renderer of this middleware. `res.render` also uses the app's settings; a direct call of the renderer uses
     * the options only, unless the option `app` names the app.
     */
    readonly renderer: Renderer
  }

  /** Middleware for Koa 2 and 3. */
  interface KoaMiddleware {
    // `object`, because `app.use` adds the type of this parameter to the type of the app.
    (ctx: object, next: () => Promise<unknown>): Promise<void>

    /** The renderer of this middleware. */
    readonly renderer: Renderer
  }

  /** Finds, compiles, caches and renders views, and sends pages. */
  interface Renderer {
    /**
     * Renders a view. With the option `app`, it is rendered as `res.render` would without a request: with the app's
     * settings and `app.locals`.
     *
     * @param view the name of a file in the folders `views`, with or without its extension
     * @param locals the variables of the view: the object's own enumerable properties. The engine gets the values
     *   unchanged; promises are not awaited
     * @returns a promise of the page. It is rejected if the view is not found, its engine is not installed, or the
     *   view does not compile or throws; the error names the view, or its file and line
     */
    render (view: string, locals?: object): Promise<Rendered>

    /**
     * Sends a page as the response to a request, with `ETag`, `Content-Length` and, unless it is set,
     * `Content-Type: text/html; charset=utf-8`. A client that has the page in its cache gets a 304. The option
     * `compress` controls compression.
     *
     * @returns a promise that is fulfilled when the page was handed to the response or, if the page contains a large
     *   file, when it was sent or the client disconnected. It is rejected, and nothing is sent, if a promise on the
     *   page rejects or a large file has changed
     */
    send (req: IncomingMessage, res: ServerResponse, rendered: Html | PromiseLike<Rendered>): Promise<void>

    /**
     * Streams a page: sends each part as soon as it and all parts before it are available. The response is chunked
     * and has neither `ETag` nor `Content-Length`.
     *
     * @param page an html`…` that may contain promises, async iterables and streams
     * @returns a promise that is fulfilled when the page was sent or the client disconnected. It is rejected, and
     *   nothing is sent, if a chunk fails before the first byte and `onError` returns no replacement
     */
    stream (req: IncomingMessage, res: ServerResponse, page: Html, options?: StreamOptions): Promise<void>

    /**
     * Defines a fragment that is a view.
     *
     * @param load gives the locals of the view for the arguments
     */
    cached<Args extends FragmentArgument[]> (name: string, options: CachedOptions<Args> & { view: string },
      load?: (...args: Args) => object | PromiseLike<object>): CachedFragment<Args>

    /**
     * Defines a fragment that is the same for many requests. It is loaded once for each list of arguments, and kept as
     * encoded, hashed and compressed bytes, in this process and in the store of the option `fragments`. Print it where
     * values are not escaped. While templates are not cached, as in development, each call loads.
     *
     * @example
     * const card = renderer.cached('card', { ttl: 300_000, tags: (id: number) => [`product:${id}`] },
     *   async (id: number) => html`<article>${await product(id)}</article>`)
     * res.send(html`<main>${await card(7)}</main>`)
     *
     * @param name is unique in the renderer
     * @param load gives the page for the arguments. It runs in the async context of the definition, never in that of a request
     * @throws {TypeError} for a bad name, an unknown option or an invalid value
     * @throws {Error} if there is a fragment of this name
     */
    cached<Args extends FragmentArgument[]> (name: string, options: CachedOptions<Args> & { view?: undefined },
      load: (...args: Args) => Html | PromiseLike<Html>): CachedFragment<Args>

    /**
     * Makes all cached fragments that have the tag invalid: in this process at once, in all other processes with the same
     * store within a second. So are the fragments that they are a part of.
     *
     * @returns a promise that is rejected if the store does not take the invalidation. It is repeated in the background
     *   until the store does
     */
    invalidate (tag: string): Promise<void>

    /**
     * Compiles views before their first render, for the start of a server or as a check. Other work runs between two views.
     * If the Express app is known, by the option `app` or from its first request, the views are those of the app, and
     * `res.render` uses the result. Otherwise they are those of the options, for `ctx.render` and {@link Renderer.render}.
     *
     * @example
     * const { errors } = await pages.renderer.precompile()
     * for (const { view, error } of errors) console.error(`${view}: ${error.message}`)
     *
     * @param views the names of views; by default all files in the views folders whose extension has a dialect
     * @returns a promise of what was compiled, once the dictionary is made as well. It is fulfilled even if views have
     *   errors; it is rejected if the option `dictionary` names a view that has errors, or no static text
     */
    precompile (views?: readonly string[], options?: PrecompileOptions): Promise<Precompiled>
    precompile (options?: PrecompileOptions): Promise<Precompiled>

    /**
     * Answers a request for the dictionary of the option `dictionary`. Middleware does so by itself.
     *
     * @returns false if it is another request: nothing is sent then
     */
    sendDictionary (req: IncomingMessage, res: ServerResponse): boolean

    /** Returns the counters of this renderer since its creation. */
    stats (): Stats

    /**
     * Empties the cache of compiled views, the memo of assembled responses, the cache of `fragment.file` and the cached
     * fragments of this process.
     */
    clear (): void
  }

  /** The option `dictionary`. */
  interface DictionaryOptions {
    /**
     * The names of views whose static text belongs to the dictionary, with the layouts and partials that they name by a literal. Those
     * of Handlebars have to be listed.
     */
    views?: readonly string[] | undefined

    /** Functions that return pages of {@link html}. Their static text belongs to the dictionary; their dynamic text never does. */
    pages?: readonly (() => Html | PromiseLike<Html>)[] | undefined

    /**
     * The maximum length of the static text in the dictionary, in bytes or as a size such as `'256kb'`; at most
     * `'10mb'`. Text that most views have comes first.
     *
     * @default '256kb'
     */
    size?: Size | undefined

    /**
     * The path under which the middleware serves the dictionary, as `<hash>.dict`: it begins and ends with `/`.
     *
     * @default '/buffered-render/'
     */
    path?: string | undefined

    /**
     * The URLs of the pages that browsers use the dictionary for: a URL pattern without regular expressions.
     *
     * @default '/*'
     */
    match?: string | undefined
  }

  /** The option `fragments`. */
  interface FragmentOptions {
    /**
     * The capacity for fragments in this process: a number of bytes or a size such as `'64mb'`. The least recently used
     * is evicted first.
     *
     * @default '64mb'
     */
    size?: Size | undefined

    /** Shares fragments and invalidations with other processes: `redisStore(client)`, a Keyv instance, or a store of your own. */
    store?: FragmentStore | undefined

    /** Names the deploy, required with a store: processes of different versions share no fragments, only invalidations. */
    version?: string | undefined
  }

  /** The arguments of a cached fragment are its key: `7` and `'7'` are two, `0` and `-0` are one. */
  type FragmentArgument = string | number | boolean | null

  /** The options of {@link Renderer.cached}. */
  interface CachedOptions<Args extends FragmentArgument[]> {
    /** The milliseconds for which the fragment is fresh, give or take a tenth. */
    ttl: number

    /**
     * The milliseconds after `ttl` for which the fragment is still served: while one load makes the new one, and while
     * loads fail.
     *
     * @default 0
     */
    stale?: number | undefined

    /** Gives the tags of the fragment, for {@link Renderer.invalidate}. */
    tags?: ((...args: Args) => readonly string[]) | undefined

    /**
     * The milliseconds after which a load is given up with an error.
     *
     * @default 30_000
     */
    loadTimeout?: number | undefined
  }

  /** The result of {@link Renderer.cached}. */
  interface CachedFragment<Args extends FragmentArgument[]> {
    /** @returns a promise of the fragment, even if it is in this process. It is rejected for an argument that cannot be a key */
    (...args: Args): Promise<Rendered>

    /** Makes the fragment of these arguments invalid, see {@link Renderer.invalidate}. */
    invalidate (...args: Args): Promise<void>
  }

  /** The options of `precompile`. */
  interface PrecompileOptions {
    /** Is called after each view. */
    onProgress?: ((progress: Progress) => void) | undefined
  }

  /** The progress of `precompile`. */
  interface Progress {
    /** The number of views that are done. */
    done: number

    /** The number of all views. */
    total: number

    /** The name of the last view that is done. */
    view: string
  }

  /** The result of `precompile`. */
  interface Precompiled {
    /** The number of views that were compiled. */
    compiled: number

    /** The duration in milliseconds. */
    duration: number

    /** The views that were not compiled, with the errors that their renders would give. */
    errors: PrecompileError[]

    /** The names of the views that are left to their engine or to Express, with the reason, see {@link Stats.engine}. */
    fallbacks: Array<{ view: string, reason: string }>
  }

  /** A view that was not compiled. */
  interface PrecompileError {
    /** The name of the view. */
    view: string

    /** The file of the view, unless it was not found. */
    file: string | undefined

    /** Usually the engine's own error. */
    error: any
  }

  /**
   * Handles an error of a streamed page. The page that it returns, directly or as a promise, replaces the failed
   * chunk. Text is a TypeError, because it would be printed unescaped.
   */
  type OnError = (error: unknown) => Html | Promise<Html | undefined | void> | undefined | void

  /** The options of a streamed page. */
  interface StreamOptions {
    /**
     * Handles the errors of this page.
     *
     * @default the option `onError` of the middleware
     */
    onError?: OnError | undefined
  }

  /** Content for pages that does not come from templates. */
  const fragment: {
    /**
     * Returns a file as a page that can be printed wherever values are not escaped: html`${…}`, `<%- … %>`,
     * `{{{ … }}}`, `!= …`. The file is read as bytes and never decoded. A file of 1 MB or more is read when the page
     * is sent.
     *
     * @example html`<style>${fragment.file('public/page.css')}</style>`
     * @param path relative to one of the roots, or an absolute path within one of them
     * @throws {TypeError} for an invalid path, an unknown option or an invalid value
     * @throws {Error} if none of the roots contains the file
     */
    file (path: string, options?: FileOptions): Rendered
  }

  /** The options of `fragment.file`. */
  interface FileOptions {
    /**
     * The folders that may contain the file, searched in order.
     *
     * @default the working directory
     */
    roots?: string | readonly string[] | undefined

    /**
     * Whether changes of the file are detected.
     *
     * @default true unless `NODE_ENV` is `'production'`
     */
    watch?: boolean | undefined
  }

  /** The counters of a renderer. */
  interface Stats {
    /** The cache of compiled views. `bytes` is an estimate of what they hold, by the length of their sources. */
    templates: CacheStats

    /** The memo of assembled responses; `false` if it is disabled. */
    memo: CacheStats | false
    /** The cache of `fragment.file`, which all renderers of a process share. */
    files: CacheStats

    /** The Huffman codes of gzip, with the static text that is kept in them. All renderers of a process share them. */
    gzip: CacheStats

    /** The dictionary; `false` without the option. */
    dictionary: DictionaryStats | false

    /** The cached fragments. */
    fragments: FragmentStats

    /**
     * The number of renders that were left to the engine of a view or to Express, by reason: the predicate of a sentence
     * whose subject is the view, such as `'returns early'`. It contains no text of views or requests.
     */
    engine: Record<string, number>

    /** The number of pages that were sent unencoded, although their length allowed compression, by reason. */
    unencoded: Partial<Record<UnencodedReason, number>>

    /** What comparisons have shown, by the name of the view; `false` in the modes `'on'` and `'off'`. After 10,000 names, others count as `''`. */
    checks: Record<string, ViewChecks> | false

    /** The number of renders that differed from the engine, in the modes `'check'` and `'report'`. */
    differences: number
  }

  /** The numbers of renders of a view. */
  interface ViewChecks {
    /** All renders by this library. */
    renders: number

    /** The page was the same as the engine's. */
    same: number

    /** The page was different. */
    differs: number

    /** Both threw the same error, which is no proof. */
    sameError: number

    /** It cannot be compared: the engine does not repeat it, or cannot be asked. */
    notCompared: number

    /** The engine rendered the view for this library, or Express did, see {@link Stats.engine}. */
    byEngine: number
  }

  /**
   * Why a page was sent unencoded: the package compression encodes it, see the option `compress`; a method of the
   * response is not that of Node or Express, or an accessor is not that of Koa; the app set
   * `Cache-Control: no-transform`, `Content-Encoding` or status 206, or the client sent `X-No-Compression`.
   */
  type UnencodedReason =
    | 'compression' | 'write' | 'end' | '_send' | '_writeRaw' | 'send' | 'get' | 'set' | 'status' | 'type' | 'body' | 'length'
    | 'no-transform' | 'content-encoding' | 'status 206' | 'x-no-compression'

  /** The counters of the dictionary. */
  interface DictionaryStats {
    /** The length of the dictionary; 0 until it is made. */
    bytes: number

    /** The number of texts in it. */
    texts: number

    /** The number of pages that were sent with it. */
    pages: number

    /** The bytes of these pages, less those that were sent. */
    savedBytes: number

    /** The number of pages with a link to it. */
    links: number

    /** The number of times that it was sent. */
    fetches: number

    /** The number of requests for a different dictionary, such as that of an earlier deploy, and of those that failed. */
    failedFetches: number
  }

  /** The counters of the cached fragments. */
  interface FragmentStats {
    /** The number of fragments that were found in this process, and in the store. */
    hits: { process: number, store: number }

    /** The number of calls that began a load. */
    misses: number

    /** The number of times that a function was called. */
    loads: number

    /** The number of calls that found a load under way. */
    waits: number

    /** The number of times that a stale fragment was given. */
    stale: number

    /** The number of loads that failed. */
    failures: number

    /** The number of fragments that were removed because the cache was full. */
    evictions: number

    /** The current number of fragments in this process. */
    entries: number

    /** Their current size in bytes, with all forms that were made of them. */
    bytes: number

    /** `'open'` while the store does not answer; `undefined` without a store. */
    breaker: 'closed' | 'open' | undefined

    /** The milliseconds that the latest answer of the store took; `undefined` before the first, and without a store. */
    latency: number | undefined
  }

  /** The counters of a cache. */
  interface CacheStats {
    /** The number of lookups that found an entry. */
    hits: number

    /** The number of lookups that found none. */
    misses: number

    /** The number of entries that were removed because the cache was full. */
    evictions: number

    /** The current number of entries. */
    entries: number

    /** The current size of the entries in bytes. */
    bytes: number
  }

  /** The message that is published for each render on the channel `buffered-render:render` of `node:diagnostics_channel`. */
  interface RenderMessage {
    /** The name of the view, as passed to the render call. */
    view: string

    /** The number of chunks of the page: static fragments and the text between them. */
    chunks: number

    /** The bytes of the page that were encoded when its templates were compiled. */
    staticBytes: number

    /** All other bytes of the page. */
    dynamicBytes: number

    /** The duration of the render in milliseconds, including the wait for promises. */
    duration: number
  }

  /**
   * The message that is published on the channel `buffered-render:error` of `node:diagnostics_channel` for each render
   * that fails, except for streamed ones and those that are left to Express.
   */
  interface ErrorMessage {
    /** The name of the view, as passed to the render call. */
    view: string

    /** What the app receives. */
    error: unknown

    /** The milliseconds until then. */
    duration: number
  }

  /**
   * The message that is published on the channel `buffered-render:fallback` of `node:diagnostics_channel` for each render
   * that is left to the engine of a view or to Express.
   */
  interface FallbackMessage {
    /** The file of the view, or of a template that it includes; its name, as passed to the render call, if Express renders it. */
    view: string

    /** The reason, see {@link Stats.engine}. */
    reason: string
  }

  /**
   * The message that is published on the channel `buffered-render:fragment` of `node:diagnostics_channel` for each fragment
   * that is not found, or not fresh, in this process.
   */
  interface FragmentMessage {
    /** The name of the fragment. */
    name: string

    /** Its arguments. */
    args: readonly FragmentArgument[]

    /** Whether it came from the store, was served stale, was loaded, or its load failed. */
    outcome: 'store' | 'stale' | 'load' | 'failure'

    /** The milliseconds of the load. */
    duration?: number

    /** Why the load failed. */
    error?: unknown
  }

  /** The message that is published for each response on the channel `buffered-render:response` of `node:diagnostics_channel`. */
  interface ResponseMessage {
    /** The status code. */
    status: number

    /** The content coding of the body. */
    encoding: 'identity' | 'gzip' | 'br' | 'dcz'

    /** The length of the body in bytes, 0 without a body; `undefined` for a page that is streamed, or deflated while it is sent. */
    bytes: number | undefined

    /** Whether the body came from the memo. */
    memo: boolean

    /** Why the page was sent unencoded, although its length allowed compression; otherwise `undefined`. */
    unencoded: UnencodedReason | undefined
  }

  /** A page or a part of one. {@link html} and {@link Renderer.render} create it; there is no public constructor. */
  class Rendered {
    private constructor ()

    /** The length of the page as UTF-8, in bytes. */
    readonly byteLength: number

    /**
     * Returns the page as UTF-8, in a new Buffer that the caller may modify.
     *
     * @throws {Error} if a large file on the page has changed or no longer exists
     */
    toBuffer (): Buffer

    /**
     * Returns the page as text.
     *
     * @throws {Error} if a large file on the page has changed or no longer exists
     */
    toString (): string

    /**
     * Returns the page as text, for `JSON.stringify` and `res.json`.
     *
     * @throws {Error} if a large file on the page has changed or no longer exists
     */
    toJSON (): string
  }

  /** A page that contains promises, async iterables or streams. Await it to get the {@link Rendered}. */
  interface PendingRendered extends PromiseLike<Rendered> {
    /** Exists in types only, to distinguish pending pages from promises. */
    readonly [pending]: true
  }

  /** The result of html`…`. It can be sent, streamed, nested in another html`…` and awaited. */
  type Html = Rendered | PendingRendered

  /** The type of {@link html}. */
  interface HtmlTag {
    /**
     * Creates a page from a template literal. Values are escaped for text and for quoted attributes. Arrays are
     * joined; `null`, `undefined`, `true` and `false` print nothing; a nested html`…` is inserted unescaped.
     *
     * @throws {TypeError} if a value is a function or a symbol, or cannot be converted to a string
     */
    (strings: TemplateStringsArray, ...values: HtmlText[]): Rendered

    /**
     * Creates a page from a template literal whose values may be promises, async iterables and streams. Each is
     * replaced by the values that it gives, escaped by the same rules.
     *
     * @returns a page that can be sent or streamed; await it to read its bytes
     * @throws {TypeError} if a value cannot be converted to a string
     */
    (strings: TemplateStringsArray, ...values: HtmlValue[]): Html

    /**
     * Marks text as HTML that must not be escaped.
     *
     * @param text trusted HTML, never user input
     * @throws {TypeError} if it is not a string
     */
    raw (text: string): Rendered
  }

  /**
   * A value in html`…`. Symbols are excluded, because they cannot be printed; so are functions, which are usually
   * calls without their parentheses. Narrow an `unknown` first, for example with `String(value)`.
   */
  type HtmlValue = HtmlText | PromiseLike<HtmlValue> | AsyncIterable<HtmlValue> | readonly HtmlValue[]

  /** A value in html`…` whose text is available synchronously. */
  type HtmlText = string | number | bigint | boolean | null | undefined | HtmlObject | readonly HtmlText[]

  /**
   * An object that is printed as `String(value)`: any except promises, async iterables, arrays and functions, each of
   * which has one of the properties below.
   */
  type HtmlObject = object & {
    then?: never
    [Symbol.asyncIterator]?: never
    [Symbol.unscopables]?: never
    [Symbol.hasInstance]?: never
  }
}

declare global {
  namespace Express {
    interface Response {
      /**
       * Streams a view: sends each part as soon as it and all parts before it are available.
       *
       * @param locals the variables of the view. In EJS, Eta and Liquid, the view may print promises, async iterables
       *   and streams; in other languages, the promises are awaited before the view is rendered
       * @returns a promise that is fulfilled when the page was sent. An error before the first byte goes to `next`,
       *   unless `onError` returns a replacement
       */
      renderStream (view: string, locals?: object, options?: bufferedRender.StreamOptions): Promise<void>

      /** Streams an html`…` that may contain promises, async iterables and streams. */
      renderStream (page: bufferedRender.Html, options?: bufferedRender.StreamOptions): Promise<void>
    }
  }
}

// Koa may be missing or untyped; the compiler then ignores this augmentation.
// @ts-ignore
declare module 'koa' {
  interface ExtendableContext {
    /**
     * Renders a view and sets it as `ctx.body`.
     *
     * @param view the name of a file in the folders `views`, with or without its extension
     * @param locals the variables of the view, which override those of `ctx.state`. The engine gets the values
     *   unchanged; promises are not awaited
     * @returns a promise that is rejected if the view is not found, does not compile or throws; the response is then
     *   unchanged
     */
    render (view: string, locals?: object): Promise<void>

    /**
     * Sets a view that is streamed while it is rendered as the body of the response.
     *
     * @param locals the variables of the view, which override those of `ctx.state`. In EJS, Eta and Liquid, the view
     *   may print promises, async iterables and streams; in other languages, the promises are awaited before the view
     *   is rendered
     * @returns a promise that is fulfilled when the first part of the page is available, and rejected if a chunk fails
     *   before that and `onError` returns no replacement
     */
    renderStream (view: string, locals?: object, options?: import('./index').StreamOptions): Promise<void>

    /** Sets an html`…` that may contain promises, async iterables and streams as the streamed body of the response. */
    renderStream (page: import('./index').Html, options?: import('./index').StreamOptions): Promise<void>
  }

  interface Response {
    /** The same function as `ctx.render`, as in `koa-views`. */
    render (view: string, locals?: object): Promise<void>
  }
}
