'use strict'

const { fork } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')
const zlib = require('node:zlib')
const { childEnv } = require('../support/child-env')
const { languages } = require('../support/languages')
const { everything } = require('../support/level')
const { pollutionsFor } = require('../support/pollutions')

/** The properties that `npm test` tries: those that once redirected views, ran code or broke pages. */
const FEW = ['views', 'engineOptions', 'client', 'escape', 'type', 'info', 'br', 'status', 'reason', 'isPending', 'x']

/**
 * With one of these on `Object.prototype`, a module that defines a property fails to load: Express itself, most engines,
 * and what this library loads at the first view. They are only tried afterwards.
 */
const OF_DESCRIPTORS = ['get', 'set', 'value', 'writable']

/** Views of a page before a property is on `Object.prototype`, if it comes later, and after that. */
const VIEWS = 4

/** How long to wait for what may never answer. */
const PATIENCE = 30_000

const ways = [
  { language: 'ejs3', framework: 'express' },
  ...languages.filter(({ name }) => name !== 'ejs').map(({ name }) => ({ language: name, framework: 'express' })),
  { language: 'ejs', framework: 'koa' },
  ...(everything ? [{ language: 'ejs', framework: 'express4' }, { language: 'express-handlebars', framework: 'express' }] : [])
]

/** When the property comes: before this library loads and the app starts, or after the first view. */
const moments = [{ moment: 'after', cache: false }, { moment: 'before', cache: true }]
const cases = moments.flatMap((each) => ways.map((way) => ({ ...way, ...each })))
  .filter(({ moment, language }) => everything || moment === 'after' || language === 'ejs3')

const pollutions = [...pollutionsFor('/uploads').entries()]
  .filter(([, { name }]) => everything || FEW.includes(name))

/** An error is allowed where the engine alone does not answer, or ends its process. */
function isAllowed (page, right, stock) {
  return page === right || page === stock || (stock.startsWith('no page') && page.startsWith('500 '))
}

describe.each(cases)('$language in $framework, polluted $moment the first view', ({ language, framework, moment, cache }) => {
  let child
  let port

  async function start () {
    child = fork(path.join(__dirname, '../support/polluted-app.js'), [language, framework, cache], { stdio: ['ignore', 'pipe', 'ignore', 'ipc'], env: childEnv({ NODE_ENV: 'production' }) })
    const [line] = await once(child.stdout, 'data')
    port = Number(line)
  }

  /** @returns {Promise<string>} status, type and decoded body */
  async function get (query) {
    const headers = query.side === 'ours' ? { 'accept-encoding': 'gzip' } : {}
    const req = http.get({ port, path: `/?${new URLSearchParams(query)}`, agent: false, headers, signal: AbortSignal.timeout(PATIENCE) })
    try {
      const [res] = await once(req, 'response')
      const bytes = Buffer.concat(await res.toArray())
      const body = res.headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(bytes) : bytes
      return `${res.statusCode} ${res.headers['content-type']} ${body}`
    } catch (error) {
      return `no page: ${error.code ?? error.name}`
    }
  }

  /** @returns {Promise<{ pages: string[], ran: number }>} the views by one side, and how often the payload ran */
  async function viewsBy (side, index) {
    const pages = []
    for (let view = 0; view < VIEWS; view++) {
      pages.push(await get({ side, index, moment, view }))
      if (pages.at(-1).startsWith('no page')) {
        // The process may run in a loop.
        child.kill('SIGKILL')
        await once(child, 'exit')
        await start()
        return { pages: pages.concat(Array(VIEWS - 1 - view).fill(pages.at(-1))), ran: 0 }
      }
    }
    return { pages, ran: Number((await get({ ran: true })).split(' ').at(-1)) }
  }

  beforeAll(start)
  afterAll(() => child.disconnect())

  test('nothing runs that does not run in the engine alone, and pages are the right ones, or those of the engine', async () => {
    const right = (await viewsBy('stock', -1)).pages[0]
    expect(right).toMatch(/^200 text\/html.*Tom[^]*Loose teas/)
    expect((await viewsBy('ours', -1)).pages).toEqual(Array(VIEWS).fill(right))

    const wrong = []
    const stockBreaks = new Set()
    for (const [index, { name, value }] of pollutions) {
      if (moment === 'before' && OF_DESCRIPTORS.includes(name)) continue
      const stock = await viewsBy('stock', index)
      const ours = await viewsBy('ours', index)
      if (stock.pages.some((page) => page !== right)) stockBreaks.add(name)
      const isRight = ours.pages.every((page, i) => isAllowed(page, right, stock.pages[i]))
      if (!isRight || ours.ran > stock.ran) wrong.push({ name, value, stock, ours })
    }
    expect(wrong).toEqual([])
    if (everything) console.log(`The engine alone breaks with ${[...stockBreaks].join(', ')}`)
    else expect([...stockBreaks]).toEqual([])
  })
})
