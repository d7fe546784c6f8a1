/**
 * The whole public API in TypeScript with ES modules, against the types of Express 5 and Koa 3. This file is compiled,
 * never run.
 */
import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { Redis } from 'ioredis'
import { Redis as Valkey } from 'iovalkey'
import Koa from 'koa'
import { createClient, createCluster } from 'redis'
import bufferedRender, { createRenderer, fragment, html, redisStore, Rendered, serverClasses } from 'buffered-render'
import { Instances, Splicer, StaticFragment, SyntaxTree, createEscaper, type Dialect, type Explanation, type Program, type Span, type Template } from 'buffered-render/template'
import type {
  CacheStats, ExpressMiddleware, Html, HtmlObject, HtmlTag, HtmlText, HtmlValue, KoaMiddleware, Middleware, Options,
  ErrorMessage, FallbackMessage, FileOptions, FragmentStore, OnError, PendingRendered, Precompiled, PrecompileError, PrecompileOptions, Progress, Renderer, RenderMessage, ResponseMessage, ServerClasses, Stats, StreamOptions
} from 'buffered-render'

interface User { name: string, nick?: string, born: Date }

declare const user: User
declare const users: User[] | undefined
declare const later: Promise<string>
declare const perhaps: string | Promise<string>
declare const names: AsyncIterable<string>

// Streaming

const onErrors: OnError[] = [
  () => {},
  (error) => console.error(error),
  (error) => error instanceof TypeError ? html`<p>${error.message}</p>` : undefined,
  async () => html`<p>${later}</p>`,
  async () => {}
]
const streamOptions: StreamOptions = { onError: onErrors[0] }
// @ts-expect-error text would be printed unescaped
onErrors.push(() => '<p>')

// Files

const where: FileOptions = { roots: ['public', 'views'] as const, watch: true }
const files: Rendered[] = [fragment.file('page.css'), html`<style>${fragment.file('more.css', where)}</style>`]
// @ts-expect-error a path is a string
fragment.file(new URL('file:///page.css'))
// @ts-expect-error unknown option
fragment.file('page.css', { root: 'public' })

// Options

const allOptions: Options = {
  views: ['views', 'pages'],
  extension: 'ejs',
  engines: { html: 'ejs', hbs: { compile () {} } },
  engineOptions: { delimiter: '?' },
  cache: false,
  memo: '16mb',
  etag: 'strong',
  compress: 'static',
  threshold: '2kb',
  onError: (error) => { console.error(error) },
  holdWrites: false,
  mode: 'check',
  serverClasses: false,
  ctxRender: false,
  app: express()
}
declare const undefinedOptions: { [Name in keyof Options]-?: undefined }
const frozen: Options = { views: ['views'] as const, engines: { html: 'ejs' } as const, etag: false }
const custom: Options = { etag: (body) => body.length === 0 ? undefined : body.toString('hex') }
const counted: Options = { memo: 2 ** 20, compress: true, threshold: 0 }
const off: Options = { memo: false, compress: false }

// @ts-expect-error unknown option
bufferedRender({ view: 'views' })
// @ts-expect-error unknown option
createRenderer({ ...allOptions, memory: 1 })
// @ts-expect-error a number is not a folder
bufferedRender({ views: 1 })
// @ts-expect-error only one extension is allowed
bufferedRender.express({ extension: ['ejs'] })
// @ts-expect-error a list is not a record
bufferedRender.koa({ engines: ['ejs'] })
// @ts-expect-error no engine has this name
bufferedRender({ engines: { njk: 'nunjuks' } })
bufferedRender({ engines: { njk: 'nunjucks', ejs: Object.assign(() => {}, { renderFile () {} }), eta: class Eta {} } })
// @ts-expect-error true is not an engine
bufferedRender({ engines: { html: true } })
// @ts-expect-error a string is not an options object
bufferedRender({ engineOptions: 'strict' })
// @ts-expect-error 'yes' is not a boolean
bufferedRender({ cache: 'yes' })
// @ts-expect-error true is not a size
bufferedRender({ memo: true })
bufferedRender({ memo: '1.5 GB', threshold: '1Kb', fragments: { size: '64 mb' }, dictionary: { size: '100b' } })
bufferedRender({ memo: process.env.MEMO as bufferedRender.Size })
// @ts-expect-error not a unit
bufferedRender({ memo: '64 parsecs' })
// @ts-expect-error without a unit
bufferedRender({ threshold: '1024' })
// @ts-expect-error not a unit
bufferedRender({ fragments: { size: '64m' } })
// @ts-expect-error not a unit
bufferedRender({ dictionary: { size: '1 mib' } })
// @ts-expect-error unknown value
bufferedRender({ compress: 'dynamic' })
// @ts-expect-error a compression level is not accepted
bufferedRender({ compress: 9 })
// @ts-expect-error use 0 to compress allOptions
bufferedRender({ threshold: false })
// @ts-expect-error unknown kind of validator
bufferedRender({ etag: 'medium' })
// @ts-expect-error true does not select weak or strong
bufferedRender({ etag: true })
// @ts-expect-error a validator is a string
bufferedRender({ etag: () => 1 })

// Express

const both: Middleware = bufferedRender()
const forExpress: ExpressMiddleware = both
const handler: RequestHandler = bufferedRender(allOptions)
const handlerOfExpress: RequestHandler = bufferedRender.express(undefinedOptions)

const expressApp = express()
expressApp.use(bufferedRender())
expressApp.use('/shop', bufferedRender.express(frozen), handler, handlerOfExpress)
expressApp.use([bufferedRender(custom), bufferedRender(counted), bufferedRender(off), forExpress])
expressApp.use(Router().use(bufferedRender()).get('/', bufferedRender.express()))
expressApp.get('/', (req, res) => { res.render('index', { user }) })
expressApp.get('/mail', (req, res) => res.render('mail', { user }, (error, text) => { res.send(error ?? text.trim()) }))
expressApp.get('/hi/:id', (req, res) => {
  res.status(200).send(html`<p>Hi ${req.query.name} ${req.params.id} ${req.body.name}</p>`)
})
expressApp.get('/later', (req, res) => res.send(html`<p>${later}</p>`))
expressApp.get('/row', async (req, res) => { res.json({ row: await html`<td>${later}</td>` }) })
expressApp.get('/typed', (req: Request, res: Response<Html>) => { res.send(html`<p>Hi</p>`) })

expressApp.get('/stream', (req, res) => {
  const sending: Promise<void> = res.renderStream('index', { user, later, names }, streamOptions)
  return sending
})
expressApp.get('/panels', async (req, res) => {
  await res.renderStream('index')
  await res.renderStream('index', { names, style: files[0] })
  await res.renderStream(html`<p>${names}</p>`)
  await res.renderStream(html`<p>${later}</p>`, { onError: () => html`<p>${later}</p>` })
  await res.renderStream(await renderer.render('index'))
  // @ts-expect-error the page is not awaited
  await res.renderStream(renderer.render('index'))
  // @ts-expect-error a view name is a string
  await res.renderStream(1)
  // @ts-expect-error unknown option
  await res.renderStream('index', {}, { onerror () {} })
  // @ts-expect-error a page takes no locals
  await res.renderStream(html`<p>`, {}, streamOptions)
})

// @ts-expect-error the view name is missing
expressApp.get('/', (req, res) => res.render())
// @ts-expect-error this response is declared to take strings
expressApp.get('/', (req: Request, res: Response<string>) => res.send(html`<p>Hi</p>`))
// @ts-expect-error middleware for Koa
expressApp.use(bufferedRender.koa())

// Koa

const forKoa: KoaMiddleware = both
const middleware: Koa.Middleware = bufferedRender()
const middlewareOfKoa: Koa.Middleware<{ user: User }, { db: object }> = bufferedRender.koa(undefinedOptions)

const koaApp = new Koa()
const sameApp: Koa = koaApp.use(bufferedRender(allOptions)).use(bufferedRender.koa()).use(forKoa).use(middleware)
sameApp.use(async (ctx) => {
  const rendering: Promise<void> = ctx.render('index', { user })
  await rendering
  await ctx.render('index')
})
sameApp.use((ctx) => { ctx.body = html`<p>Hi ${ctx.query.name}</p>` })
sameApp.use((ctx) => { ctx.body = html`<p>Hi ${later}</p>` })

sameApp.use(async (ctx) => {
  const begun: Promise<void> = ctx.renderStream('index', { user, later, names }, streamOptions)
  await begun
  await ctx.renderStream(html`<p>${names}</p>`, { onError: undefined })
  // @ts-expect-error the page is not awaited
  await ctx.renderStream(renderer.render('index'))
})

const typedApp = new Koa<{ user: User }, { db: { names: () => Promise<string[]> } }>()
const sameTypedApp: typeof typedApp = typedApp.use(bufferedRender())
sameTypedApp.use(middlewareOfKoa).use(async (ctx, next) => {
  await next()
  await ctx.render('index', ctx.state.user)
  ctx.body = html`${ctx.db.names()}`
})

export async function handle (ctx: Koa.Context) {
  await ctx.render('index', { user })
  // @ts-expect-error the view name is missing
  await ctx.render()
  // @ts-expect-error the locals are an object
  await ctx.render('index', 'user')
  // @ts-expect-error ctx.render sets the body and returns nothing
  const text: string = await ctx.render('index')
  return text
}

// @ts-expect-error middleware for Express
koaApp.use(bufferedRender.express())

// A renderer without a framework

const renderer: Renderer = createRenderer({ views: 'views', extension: 'ejs' })
const classes: ServerClasses = serverClasses(express())
createServer(classes, express())
// @ts-expect-error no app
serverClasses({})

// Cached fragments: a call gives a promise, always

const card = renderer.cached('card', { ttl: 1000, tags: (id: number) => [`card:${id}`] }, (id: number) => html`<i>${id}</i>`)
const cards: Rendered[] = await Promise.all([card(1), card(2).then((page) => page)])
// @ts-expect-error not awaited
card(1).toBuffer()
// @ts-expect-error an argument of another type
cards.push(await card('1'))

// A store for cached fragments

const stores: FragmentStore[] = [
  redisStore(createClient({ url: 'redis://127.0.0.1' }), { prefix: 'shop:' }),
  redisStore(createCluster({ rootNodes: [] })),
  redisStore(new Redis()),
  redisStore(new Redis.Cluster([])),
  redisStore(new Valkey(), {})
]
export const added: boolean = await redisStore(createClient()).add('key', await stores[0].get('key') ?? '', 1000)
// @ts-expect-error the client has yet to be created
redisStore('redis://127.0.0.1')
// @ts-expect-error a promise
redisStore(createClient().connect())
// @ts-expect-error unknown option
redisStore(createClient(), { ttl: 1000 })
const shared: Renderer[] = [both.renderer, bufferedRender.express().renderer, bufferedRender.koa().renderer]
const rendered: Rendered = await renderer.render('index', { user })
const bare: Rendered = await shared[0].render('index')
const bytes: Buffer = rendered.toBuffer()
const texts: string[] = [rendered.toString(), rendered.toJSON(), `${bare}`]
const length: number = rendered.byteLength - bytes.length - texts.length
const stats: Stats = renderer.stats()
const countsOf = ({ hits, misses, evictions, entries, bytes }: CacheStats): number[] => [hits, misses, evictions, entries, bytes]
const numbers: number[] = [
  ...countsOf(stats.templates), ...countsOf(stats.gzip), ...(stats.memo === false ? [] : countsOf(stats.memo)), length
]
// @ts-expect-error the memo may be disabled
const entries: number = stats.memo.entries
const nothing: void = renderer.clear()
const precompileOptions: PrecompileOptions = { onProgress: ({ done, total, view }: Progress) => console.log(`${done} of ${total}: ${view}`) }
const precompiled: Precompiled[] = [
  await renderer.precompile(), await renderer.precompile(['index'] as const), await renderer.precompile(['index'], precompileOptions),
  await renderer.precompile(undefined, precompileOptions), await renderer.precompile(precompileOptions)
]
const viewErrors: PrecompileError[] = precompiled.flatMap(({ errors }) => errors)
const outcomes: Array<string | number> = precompiled.flatMap(({ compiled, duration, fallbacks }) => [compiled, duration, ...fallbacks.map(({ view, reason }) => view + reason)])
for (const { view, file, error } of viewErrors) console.error(outcomes, view, file?.length, error.message)
// @ts-expect-error a name is not a list
await renderer.precompile('index')
// @ts-expect-error unknown option
await renderer.precompile({ progress () {} })
createServer(async (req, res) => {
  const sent: Promise<void> = renderer.send(req, res, await renderer.render('index'))
  await sent
  await renderer.send(req, res, html`<p>Hi</p>`)
  await renderer.send(req, res, html`<p>${later}</p>`)
  await renderer.send(req, res, renderer.render('index'))
  const streamed: Promise<void> = renderer.stream(req, res, html`<p>${names}</p>`, streamOptions)
  await streamed
  // @ts-expect-error the page is not awaited
  await renderer.stream(req, res, renderer.render('index'))
  // @ts-expect-error a view is not a page
  await renderer.stream(req, res, 'index')
  // @ts-expect-error a string is not a page
  await renderer.send(req, res, '<p>Hi</p>')
})

// @ts-expect-error the view name is missing
renderer.render()
// @ts-expect-error a view name is a string
renderer.render(1)
// @ts-expect-error the locals are an object
renderer.render('index', 'user')
// @ts-expect-error the renderer is read-only
both.renderer = renderer
// @ts-expect-error the constructor is private
const page = new Rendered()
// @ts-expect-error the length is read-only
rendered.byteLength = 0
// @ts-expect-error the identity is read-only
rendered.byteLength = 1

export const isPage = (value: unknown): value is Rendered => value instanceof Rendered

// html

class Money {
  constructor (readonly cents: number) {}
  toString () { return (this.cents / 100).toFixed(2) }
}
declare const anything: any
declare const unknown: unknown
declare const symbol: symbol
declare const pending: PendingRendered
declare const value: HtmlValue
declare const text: HtmlText
declare const object: HtmlObject

const tag: HtmlTag = html
const row = (user: User): Rendered => tag`<td>${user.name}</td>`
const print = <T extends string | number>(value: T): Rendered => html`${value}`
const delayed = async (): Promise<Rendered> => html`${later}`
const known: Rendered[] = [
  html`<p>Hi</p>`,
  html`${user.name} ${user.nick} ${user.nick && html`(${user.nick})`} ${1} ${1n} ${null} ${undefined} ${true}`,
  html`${user.born} ${new Money(1)} ${new URL('http://localhost')} ${new URLSearchParams()} ${Buffer.from('')}`,
  html`${users?.map(row)} ${[]} ${['a', 1, null, [row(user)]]} ${['a', 'b'] as const} ${text} ${object}`,
  html`${anything} ${[anything]}`,
  html.raw('<br>'),
  html`${html.raw('<br>')}`,
  print('a')
]
const maybe: Html[] = [
  html`${later} ${delayed()} ${Promise.resolve(1)} ${Promise.resolve(users)}`,
  html`${perhaps} ${pending} ${value} ${html`${later}`}`,
  html`${[later]} ${['a', [perhaps]]} ${users?.map(delayed)}`,
  html`${anything} ${later}`
]
const awaited: Rendered[] = [await pending, await maybe[0], await html`${later}`, await html`${'a'}`]
const chained: PromiseLike<string> = pending.then(String, () => '')

// @ts-expect-error a pending page must be awaited for its bytes
html`${later}`.toBuffer()
// @ts-expect-error a page with promises in an array is pending
html`${[later]}`.toBuffer()
// @ts-expect-error a symbol cannot be printed
tag`${symbol}`
// @ts-expect-error nor can a symbol in an array
tag`${['a', symbol]}`
// @ts-expect-error nor can a promise of a symbol
tag`${Promise.resolve(symbol)}`
// @ts-expect-error a function that is not called
tag`${row}`
// @ts-expect-error a class that is not instantiated
tag`${Money}`
// @ts-expect-error an unknown may be a symbol
tag`${unknown}`
// @ts-expect-error a number is not HTML
html.raw(1)
// @ts-expect-error a page is not a string; it is never escaped
html.raw(html`<br>`)
// @ts-expect-error html is a tag
html('<br>')

subscribe('buffered-render:render', (message) => {
  const { view, chunks, staticBytes, dynamicBytes, duration } = message as RenderMessage
  const fields: [string, number[]] = [view, [chunks, staticBytes, dynamicBytes, duration]]
  console.log(fields)
})
subscribe('buffered-render:error', (message) => {
  const { view, error, duration } = message as ErrorMessage
  const fields: [string, number, boolean] = [view, duration, error instanceof Error]
  console.log(fields)
})
subscribe('buffered-render:fallback', (message) => {
  const { view, reason } = message as FallbackMessage
  const count: number | undefined = stats.engine[reason]
  console.log(view.length, count)
})
subscribe('buffered-render:response', (message) => {
  const { status, encoding, bytes, memo } = message as ResponseMessage
  const fields: [number, 'identity' | 'gzip' | 'br' | 'dcz', number | undefined, boolean] = [status, encoding, bytes, memo]
  console.log(fields)
})

export { awaited, chained, entries, known, maybe, nothing, numbers, page }

// Dialects

const escape = createEscaper({ '<': '&lt;' })
const dialect: Dialect = {
  name: 'brackets',
  extensions: ['.txt'],
  compile (source, { filename, load, options: { cache, views } }) {
    const part = StaticFragment.from(source)
    const folders: string | string[] = views
    const isCached: boolean = cache
    const program: Program = (out, locals) => {
      if (typeof part === 'string') out.text += escape(part + folders + isCached)
      else out.fragment(part)
      const rendered = load(`${filename}.txt`).render(locals)
      if (rendered instanceof Rendered) out.splice(rendered)
    }
    return Object.assign(program, { dependencies: ['layout.txt'] })
  }
}
const async: Dialect = { name: 'later', extensions: [], package: 'etag', compile: () => async (out) => { out.text += await 'x' } }
const streaming: Dialect = { name: 'soon', extensions: [], asyncChunks: true, compile: () => (out, { soon }) => { if (out.isStreaming) out.waitForPage(soon) } }
const explained: Dialect = {
  ...dialect,
  explain (source, { filename, locals }): Explanation {
    const spans: Span[] = [{ start: 0, end: source.length, kind: 'static' }]
    return locals ? { spans } : { engineFallback: `is rendered without locals: ${filename}` }
  },
  byEngine: (filename, { engine }) => (locals) => engine.renderFile(filename, locals)
}
bufferedRender({ engines: { txt: dialect, '.late': async, '.soon': streaming, '.explained': explained } })
// @ts-expect-error unknown kind
const span: Span = { start: 0, end: 1, kind: 'code' }
const tree = SyntaxTree.of('(function () { a })')!
const edits = tree.named('a').map((node) => ({ start: node.start, end: node.end, code: tree.functionOf(node)!.type }))
const edited: string[] = [tree.edited(edits), tree.edited([], tree.root), tree.source(tree.within(tree.root)[0]), tree.all('Identifier')[0].type]
const instances = new Instances((engine, options) => engine.create(options))
const included = (out: Splicer, template: Template): void => {
  const inner = new Splicer(out)
  template.program(inner, instances.get(edited, {}))
  out.splice(inner.end())
}
console.log(included)
// @ts-expect-error Template is a type only
const made = new Template('page.txt', included)
console.log(made)
console.log(span)
bufferedRender({
  engines: {
    // @ts-expect-error compile is missing
    txt: { name: 'broken', extensions: [] } satisfies Dialect
  }
})
