/// <reference types="node" />

import { IncomingMessage, ServerResponse } from 'node:http'

export = bufferedRender

/** Marks pages that wait, which other promises are not. */
declare const waits: unique symbol

/**
 * Makes a middleware that renders views from Buffers: the static text of a
 * view is encoded once, when the view is compiled, and only its dynamic
 * segments are turned into bytes for each response.
 *
 * The middleware serves Express 4 and 5 and Koa 2 and 3 alike. Use it before
 * the routes that render. Under Express it takes over `res.render` and
 * `res.send`; under Koa it adds `ctx.render` and understands `ctx.body`.
 *
 * @example
 * app.use(bufferedRender())
 *
 * @example
 * app.use(bufferedRender({ views: 'views', extension: 'ejs' }))
 *
 * @param options see {@link bufferedRender.Options}; under Express the settings
 *   of the app are the defaults
 * @throws {TypeError} at once if an option is unknown or its value is not one
 *   that it takes; the message names the option
 */
declare function bufferedRender (options?: bufferedRender.Options): bufferedRender.Middleware

declare namespace bufferedRender {
  /**
   * Like {@link bufferedRender}, for Express alone.
   *
   * @throws {TypeError} if an option is unknown or its value is not one that it takes
   */
  function express (options?: Options): ExpressMiddleware

  /**
   * Like {@link bufferedRender}, for Koa alone.
   *
   * @throws {TypeError} if an option is unknown or its value is not one that it takes
   */
  function koa (options?: Options): KoaMiddleware

  /**
   * Makes a renderer without a framework, for anything that has a response of
   * `node:http`, or for pages that are not sent at all, such as mails.
   *
   * @example
   * const renderer = createRenderer({ views: 'views', extension: 'ejs' })
   * const rendered = await renderer.render('index', { user })
   * await renderer.send(req, res, rendered)
   *
   * @throws {TypeError} if an option is unknown or its value is not one that it takes
   */
  function createRenderer (options?: Options): Renderer

  /**
   * The tag of template literals that are HTML.
   *
   * @example
   * res.send(html`<ul>${users.map((user) => html`<li>${user.name}</li>`)}</ul>`)
   */
  const html: HtmlTag

  /**
   * All options may be left out; one that is `undefined` counts as left out.
   */
  interface Options {
    /**
     * The folder of the views, or a list of folders that are searched in their
     * order. A relative one starts at the working directory of the process.
     *
     * @default the app's setting `views` under Express, else `'views'`
     */
    views?: string | readonly string[] | undefined

    /**
     * The extension of views that are named without one; `'ejs'` and `'.ejs'`
     * are the same.
     *
     * @default the app's setting `view engine` under Express, else `'html'`: Mustache
     */
    extension?: string | undefined

    /**
     * Which engine compiles the views of an extension: its name (`'ejs'`, `'eta'`,
     * `'handlebars'`, `'liquid'`, `'mustache'`, `'nunjucks'`, `'pug'`), or the
     * engine itself with whatever you have set up in it, or a dialect of your own,
     * see `Dialect` in `buffered-render/template`.
     *
     * @example { html: 'ejs', hbs: myHandlebars }
     * @default found by the extension, and required from the packages of the app
     */
    engines?: Readonly<Record<string, string | object>> | undefined

    /**
     * Options for the engine's compiler, such as `{ delimiter: '?' }` for EJS.
     * They are taken from here only, never from the locals of a view: those may
     * hold a user's input.
     *
     * @default the app's setting `view options` under Express, else none
     */
    engineOptions?: object | undefined

    /**
     * Whether compiled views are kept without looking at their files again. If
     * `false`, a changed file is seen at the next render.
     *
     * @default the app's setting `view cache` under Express, else whether
     *   `NODE_ENV` is `'production'`
     */
    cache?: boolean | undefined

    /**
     * How many compiled views are kept, 1 or more; the one that was used least
     * recently goes first.
     *
     * @default 500
     */
    templates?: number | undefined

    /**
     * How many bytes of assembled responses are kept, 1 or more, as a number or
     * a size such as `'64mb'`, or `false` for none. The one that was used least
     * recently goes first. None is ever stale: they are found by their content.
     *
     * @default '64mb'
     */
    memo?: number | string | false | undefined

    /**
     * The `ETag` of responses: weak, strong, none, or what a function makes of
     * the body, where `undefined` is none.
     *
     * @default the app's setting `etag` under Express, else `'weak'`
     */
    etag?: 'weak' | 'strong' | false | ((body: Buffer) => string | undefined) | undefined

    /**
     * Whether pages are compressed for the clients that accept it: `true` as
     * well as is worth the time, `'static'` without ever deflating dynamic text,
     * so that the length of a response says nothing about how a secret and a
     * user's input on one page match, `false` not at all. If it is given, pages are encoded
     * also where the package `compression` is used, which leaves them alone then.
     *
     * @default true, but for responses with a `write` of other middleware
     */
    compress?: boolean | 'static' | undefined

    /**
     * Whether sockets keep the bytes of small responses until the end of the event loop's
     * turn, so that a reader on the same machine wakes up once for several of them.
     *
     * @default true
     */
    holdWrites?: boolean | undefined

    /**
     * The length of a page below which it is not compressed, in bytes or as a
     * size such as `'1kb'`. Of a page that is streamed the length is not known, unless all
     * of it is there at once: it is compressed.
     *
     * @default 1024
     */
    threshold?: number | string | undefined

    /**
     * Hears of all that fails while a page is streamed or a large file is sent, and may give
     * the page that is put in the place of what has failed; not within a large file, whose
     * length has been said. If it gives none, an error before the first byte is one of the
     * request as ever, and after that the connection is cut.
     *
     * @default the app's `error` event under Koa, else `console.error`
     */
    onError?: OnError | undefined

    /**
     * Whether `ctx.render` is set under Koa; `false` leaves it to other middleware.
     *
     * @default true
     */
    ctxRender?: boolean | undefined

    /**
     * Whether every page that is not streamed has a `Server-Timing` header: what rendering it and
     * preparing the response took, for the developer tools of browsers to show.
     *
     * @default false
     */
    serverTiming?: boolean | undefined
  }

  /** A middleware for Express and for Koa, which it tells apart by how it is called. */
  interface Middleware extends ExpressMiddleware, KoaMiddleware {}

  interface ExpressMiddleware {
    (req: IncomingMessage, res: ServerResponse, next: (error?: any) => void): void

    /**
     * What renders the views of this middleware. `res.render` goes by the
     * settings of the app as well; the renderer itself, when you call it, goes by
     * the options alone.
     */
    readonly renderer: Renderer
  }

  interface KoaMiddleware {
    // Any object, for `app.use` would make what is asked for here part of the app's type.
    (ctx: object, next: () => Promise<unknown>): Promise<void>

    /** What renders the views of this middleware. */
    readonly renderer: Renderer
  }

  /** Finds, compiles, keeps and renders views. */
  interface Renderer {
    /**
     * Renders a view.
     *
     * @param view the name of a file within the option `views`, with or without
     *   its extension
     * @param locals the variables of the view: the object's own enumerable
     *   properties. What they have of promises, async iterables and streams is waited for
     *   where the view prints it
     * @returns a promise that is rejected if the view is not found, its engine is
     *   not installed, or it cannot be compiled or throws; the error names the
     *   view, or its file and line
     */
    render (view: string, locals?: object): Promise<Rendered>

    /**
     * Sends a page as the response to a request, with `ETag`, `Content-Length`
     * and, unless it is set, `Content-Type: text/html; charset=utf-8`. A client
     * that has the page already is sent a 304. The page is compressed as the
     * option `compress` says.
     *
     * @returns a promise that is fulfilled once the page is handed to the
     *   response, one with a large file once it was sent or the client has gone; and
     *   rejected, with nothing sent, if a pending page fails or a large file has changed
     */
    send (req: IncomingMessage, res: ServerResponse, rendered: Html | PromiseLike<Rendered>): Promise<void>

    /**
     * Sends a page while it is made: what is there at once goes at once, the rest in
     * the order of the page as it comes. The response is chunked and has no validator.
     *
     * @param page what html`…` gives, with promises, async iterables and streams in it
     * @returns a promise that is fulfilled when all was sent or the client has gone, and
     *   rejected, with nothing sent, if something fails before the first byte and `onError`
     *   puts nothing in its place
     */
    stream (req: IncomingMessage, res: ServerResponse, page: Html, how?: StreamOptions): Promise<void>

    /** The numbers of this renderer since it was made. */
    stats (): Stats

    /** Forgets all compiled views and all assembled responses. */
    clear (): void
  }

  /**
   * Hears of an error while a page is streamed. What it gives, or a promise of that, is put in
   * the place of what has failed. Text is a TypeError: it would be on the page unescaped.
   */
  type OnError = (error: unknown) => Html | Promise<Html | undefined | void> | undefined | void

  interface StreamOptions {
    /** @default the option `onError` of the middleware */
    onError?: OnError | undefined
  }

  /** What can be put on a page beside text. */
  const fragment: {
    /**
     * Gives a file for any place of a page that is not escaped: html`${…}`, `<%- … %>`,
     * `{{{ … }}}`, `!= …`. It is read as bytes and never decoded; one of 1 MB or more is
     * read when the page is sent.
     *
     * @example html`<style>${fragment.file('public/page.css')}</style>`
     * @param path relative to one of the roots, or absolute and in one of them
     * @throws {TypeError} if it is no path, for an unknown option or a bad value
     * @throws {Error} if there is no such file in the roots
     */
    file (path: string, options?: FileOptions): Rendered
  }

  interface FileOptions {
    /**
     * The folders that the file may be in, looked through in this order.
     *
     * @default the working directory of the process
     */
    roots?: string | readonly string[] | undefined

    /**
     * Whether a change of the file is seen.
     *
     * @default whether `NODE_ENV` is not `'production'`
     */
    watch?: boolean | undefined
  }

  interface Stats {
    /** The cache of compiled views; its bytes are those of their sources. */
    templates: CacheStats

    /** The cache of assembled responses; `false` if the option `memo` is. */
    memo: CacheStats | false

    /** Renders left to the framework: of views not found, or of an engine that is not supported. */
    fallThrough: number

    /** Pages that went out unencoded although they could have been compressed, by reason. */
    unencoded: Partial<Record<UnencodedReason, number>>
  }

  /**
   * Why a page is sent unencoded: a `write` of other middleware on the response, the headers
   * `Cache-Control: no-transform` or `Content-Encoding` of the app, its status 206, or
   * `X-No-Compression` of the client.
   */
  type UnencodedReason = 'write' | 'no-transform' | 'content-encoding' | 'status 206' | 'x-no-compression'

  /** The counts of a cache. */
  interface CacheStats {
    /** How often something was found in it. */
    hits: number

    /** How often something was not there, and had to be made. */
    misses: number

    /** What was given up because the cache was full. */
    evictions: number

    /** What is kept now. */
    entries: number

    /** What that takes, in bytes. */
    bytes: number
  }

  /** What the channel `buffered-render:render` of `node:diagnostics_channel` tells of a render. */
  interface RenderMessage {
    /** The name that the view was rendered by. */
    view: string

    /** How many pieces the page has: static fragments, and the text between them. */
    chunks: number

    /** The bytes of the page that were encoded when its templates were compiled. */
    staticBytes: number

    /** The other bytes of the page. */
    dynamicBytes: number

    /** What the render took, promises included, in milliseconds. */
    duration: number
  }

  /** What the channel `buffered-render:response` tells of a response. */
  interface ResponseMessage {
    status: number

    /** The content coding of the body. */
    encoding: 'identity' | 'gzip' | 'br'

    /** The length of the body, 0 if there is none; not known of a page that is streamed. */
    bytes: number | undefined

    /** Whether the memo had the page. */
    memo: boolean

    /** Why the page went out unencoded although it could have been compressed. */
    unencoded: UnencodedReason | undefined
  }

  /**
   * A page, or a part of one. It is made by {@link html} and by
   * {@link Renderer.render}, never by a constructor of your own.
   */
  class Rendered {
    private constructor ()

    /** The length of the page in bytes of UTF-8. */
    readonly byteLength: number

    /**
     * A string that is the same for two pages only if their bytes are. It is
     * made of digests of the static text and of the dynamic text as it is, so
     * it is long, and as secret as the page.
     */
    readonly identity: string

    /**
     * The page as UTF-8, in a new Buffer that is yours to change.
     *
     * @throws {Error} if a large file of the page has changed or is gone
     */
    toBuffer (): Buffer

    /**
     * The page as text.
     *
     * @throws {Error} as `toBuffer` does
     */
    toString (): string

    /** The page as text: what `JSON.stringify` and `res.json` make of it. */
    toJSON (): string
  }

  /** A page that waits for a promise, an async iterable or a stream. `await` gives the {@link Rendered}. */
  interface PendingRendered extends PromiseLike<Rendered> {
    readonly [waits]: true
  }

  /**
   * What html`…` may give. It can be sent, nested in another html`…`, and
   * awaited, whichever of the two it is.
   */
  type Html = Rendered | PendingRendered

  interface HtmlTag {
    /**
     * Makes a page of a template literal. Values are escaped, both for text and
     * for attributes in quotes. Arrays are joined; `null`, `undefined`, `true`
     * and `false` print nothing; a nested html`…` is put in as it is.
     *
     * @throws {TypeError} if a value cannot be made a string
     */
    (strings: TemplateStringsArray, ...values: HtmlText[]): Rendered

    /**
     * Where a value is a promise, the page waits for it; where it is an async iterable
     * or a stream, for all that it gives.
     *
     * @returns a page that can be sent as any other; `await` it for its bytes
     * @throws {TypeError} if a value cannot be made a string
     */
    (strings: TemplateStringsArray, ...values: HtmlValue[]): Html

    /**
     * Marks text as HTML that is not to be escaped.
     *
     * @param text never anything that a user can influence
     * @throws {TypeError} if it is not a string
     */
    raw (text: string): Rendered
  }

  /**
   * What may stand in html`…`. Not a symbol, which has no text, nor a function,
   * which is a call that was forgotten. An `unknown` has to be narrowed first,
   * by `String(value)` for example.
   */
  type HtmlValue = HtmlText | PromiseLike<HtmlValue> | AsyncIterable<HtmlValue> | readonly HtmlValue[]

  /** A value of html`…` whose text is known at once. */
  type HtmlText = string | number | bigint | boolean | null | undefined | HtmlObject | readonly HtmlText[]

  /**
   * Any object but promises, async iterables, arrays and functions, told by what each of these
   * has: `String(value)` is its text.
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
       * Sends a view while it is rendered: what is there at once goes at once, the rest
       * in the order of the page as it comes.
       *
       * @param locals may be promises, async iterables and streams, which the view
       *   prints as what they give
       * @returns a promise that is fulfilled when all was sent; what fails before the
       *   first byte, if `onError` puts nothing in its place, goes to `next`
       */
      renderStream (view: string, locals?: object, how?: bufferedRender.StreamOptions): Promise<void>

      /** Sends html`…` likewise. */
      renderStream (page: bufferedRender.Html, how?: bufferedRender.StreamOptions): Promise<void>
    }
  }
}

// Koa need not be there: augmenting a module that is not found is no error, and
// one that is found without types is ignored.
// @ts-ignore
declare module 'koa' {
  interface ExtendableContext {
    /**
     * Renders a view and makes it the body of the response.
     *
     * @param view the name of a file within the option `views`, with or without
     *   its extension
     * @param locals the variables of the view, in front of those in `ctx.state`; what they
     *   have of promises, async iterables and streams is waited for where the view prints it
     * @returns a promise that is rejected if the view is not found, cannot be
     *   compiled or throws; the response is left as it was
     */
    render (view: string, locals?: object): Promise<void>

    /**
     * Makes a view the body of the response that is sent while it is rendered.
     *
     * @param locals the variables of the view, in front of those in `ctx.state`; they may be
     *   promises, async iterables and streams, which the view prints as what they give
     * @returns a promise that is fulfilled when the page has begun, and rejected if
     *   something fails before
     */
    renderStream (view: string, locals?: object, how?: import('./index').StreamOptions): Promise<void>

    /** Makes html`…` such a body. */
    renderStream (page: import('./index').Html, how?: import('./index').StreamOptions): Promise<void>
  }
}
