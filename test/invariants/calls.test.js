'use strict'

const { fork } = require('node:child_process')
const path = require('node:path')
const { SLOTS } = require('../../lib/response/slots')
const { childEnv } = require('../support/child-env')
const { everything } = require('../support/level')
const { viewFolder } = require('../support/view-folder')
const { STACKS, writeViews } = require('./calls/stacks')

const CHILD = path.join(__dirname, 'calls/child.js')

const folder = viewFolder()
beforeAll(() => writeViews(folder.file('.')))

const tried = everything ? Object.keys(STACKS) : ['Express 5, EJS']

/** Milliseconds of one stack on a busy machine. */
jest.setTimeout(15 * 60_000)

/** How many functions are replaced at once, to find out which are called. */
const GROUP = 24

/** The number of cases of one process: what the app and its modules leave behind adds up. */
const MOST_CASES = 300

/**
 * @typedef {object} Case
 * @property {string} stack
 * @property {string[][]} slots that are replaced: a root, then the keys on the way to a function
 * @property {string} time
 * @property {'passes on' | 'changes arguments' | 'changes the result' | 'throws'} kind
 * @property {boolean} cache whether views are cached
 */

/** When a function is replaced, and what by. */
const CASES = {
  before: ['passes on', 'changes arguments', 'changes the result', 'throws'],
  after: ['changes arguments', 'changes the result'],
  'after three requests': ['passes on', 'changes arguments', 'changes the result', 'throws'],
  'at every other request': ['changes arguments', 'changes the result']
}

/** For methods of responses. */
const OWN_CASES = {
  'on the response': ['passes on', 'changes arguments', 'throws'],
  'on the response above': ['passes on', 'changes arguments', 'throws']
}

/** What stock calls that is no slot: we call it with the same arguments at least as often, or it has no part in a page. */
const HARMLESS = [
  { slot: /^req\.get fresh$/, reason: 'is called for each page, as by stock' },
  { slot: /^settings\.(?:etag fn|view)$/, reason: 'is called as by stock, unless it is stock\'s own' },
  { slot: /^(?:res|OutgoingMessage)\.(?:setHeader|getHeader|removeHeader|hasHeader|get headersSent)$/, reason: 'is called with the headers that stock sets and reads' },
  { slot: /^(?:ServerResponse|OutgoingMessage)\.(?:_implicitHeader|_storeHeader|writeHead|_finish|_flush|_flushOutput|_isLenientHeaderValidation|assignSocket|detachSocket|uncork)$/, reason: 'gets no body' },
  { slot: /^app\.(?:handle|callback|handleRequest|createContext)$|^app\.(?:_router|router)/, reason: 'is called before a page' },
  { slot: /^(?:request|response|context)\.[gs]et (?:method|path|status|type|headerSent|writable|url|originalUrl|header|message)$/, reason: 'is called with the values of stock' },
  { slot: /^(?:response|context)\.(?:has|set|remove|get|onerror)$/, reason: 'is called with the headers that stock sets and reads' }
]

/** What is an engine's: its guard knows its functions, so that how often they are called shows nothing. */
const OF_ENGINE = /^(?:ejs|engines|env|eta|hbs|instance|liquid|nunjucks|pug|settings\.(?:instance|nunjucksEnv))\./

/**
 * Where the option `engines` stands for a function of the app, or the view cache for an engine without a cache; and `nunjucks.lib`,
 * which an environment does not reach (docs/security.md). Each differs.
 */
const DECLARED = [
  { stack: /eta$/, slot: /^(?:eta|engines)\.|^View\.(?:lookup|resolve)$/ },
  { stack: /hbs$/, slot: /^hbs\.(?:__express|Utils\.extend)$/ },
  { stack: /liquid$/, slot: /^liquid\.(?:parser\.parse\w*|_renderFile\.)/ },
  { stack: /njk$/, slot: /^nunjucks\.lib\.(?:extend|keys)$/ }
]

/** What only we call on what is the app's: to find out who else is there, and to read what stock reads by itself. */
const OURS = [
  { slot: /^(?:OutgoingMessage|res)\.(?:getHeader|hasHeader|removeHeader|get headersSent)$/, reason: 'the headers that an app has set decide about a coding' },
  { slot: /^(?:context|response)\.(?:get|has|get \w+|set \w+)$/, reason: 'Koa\'s own accessors, of what the app has set' }
]

/** A process that answers cases, one after the other. */
class Side {
  constructor (side) {
    this.side = side
    this.cases = 0
  }

  /** @returns {Promise<object>} its answer */
  ask (message) {
    if (++this.cases % MOST_CASES === 0) this.end()
    this.child ??= this.start()
    return new Promise((resolve) => {
      this.resolve = resolve
      this.child.send(message)
    })
  }

  start () {
    const env = childEnv({ NODE_ENV: 'production', NODE_NO_WARNINGS: '1', NO_DEPRECATION: '*' })
    return fork(CHILD, [this.side, folder.file('.')], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })
      .on('message', (answer) => this.resolve(answer))
      .on('exit', (code) => {
        this.end()
        this.resolve({ failure: `the process has ended with ${code}` })
      })
  }

  end () {
    this.child?.removeAllListeners()
    if (this.child?.connected) this.child.disconnect()
    this.child = undefined
  }
}

/** @returns {string} as "View.render": the prototype on which a function is found does not matter */
function nameOf (slot) {
  return slot.filter((key) => key !== '__proto__').join('.')
}

/** @returns {boolean} whether lib/response/slots.js names the function */
function isListed (name) {
  const [root, ...keys] = name.split('.')
  const type = { res: 'response', ServerResponse: 'wire', OutgoingMessage: 'wire', context: 'ctx', response: 'ctx.response' }[root] ?? root
  const key = keys.join('.').replace(/^[gs]et /, '')
  return SLOTS[type]?.includes(key) || (root === 'res' && ['render', 'send'].includes(key))
}

const isHarmless = (name) => HARMLESS.some(({ slot }) => slot.test(name))
const isDeclared = (stack, name) => DECLARED.some((each) => each.stack.test(stack) && each.slot.test(name))

/** Koa alone gives a page no tag. */
const withoutTag = (answers, stack) => stack.startsWith('Koa') ? answers?.map((answer) => answer.replace(/^etag.*\n/m, '')) : answers

/** @returns {string[][]} the functions that stock calls in the requests: groups are split whose replacement changes an answer */
async function calledBy (side, stack, slots, plain, cache) {
  if (slots.length === 0) return []
  const { answers, calls } = await side.ask({ stack, slots, time: 'after', kind: 'passes on', cache })
  const isSame = JSON.stringify(answers) === JSON.stringify(plain)
  if (isSame || slots.length === 1) return slots.filter((_, i) => calls?.[i] > 0)
  const half = slots.length >> 1
  return [...await calledBy(side, stack, slots.slice(0, half), plain, cache), ...await calledBy(side, stack, slots.slice(half), plain, cache)]
}

/** @returns {Case[]} */
function casesOf (stack, slot) {
  const name = nameOf(slot)
  const isOfResponse = /^(?:res|OutgoingMessage|ServerResponse)\.[^.]+$/.test(name) && !/^\w+\.get /.test(name)
  // What has no part in a page is tried where most can go wrong.
  const times = isHarmless(name) ? { before: ['passes on', 'changes arguments'] } : { ...CASES, ...isOfResponse && OWN_CASES }
  const isOfFramework = /^(?:req|res|View|settings|app|request|response|context|ServerResponse|OutgoingMessage)\./.test(name)
  return Object.entries(times).flatMap(([time, kinds]) => kinds.flatMap((kind) => {
    // A view that is cached is not looked up.
    const caches = name.startsWith('View.') || !isOfFramework ? [true, false] : [true]
    return caches.map((cache) => ({ stack, slots: [slot], time, kind, cache }))
  }))
}

describe.each(tried)('%s', (stack) => {
  const [alone, ours] = ['alone', 'ours'].map((side) => new Side(side))
  afterAll(() => { for (const side of [alone, ours]) side.end() })

  /** The functions, and those that stock calls. */
  let functions
  let called
  beforeAll(async () => {
    ;({ functions } = await alone.ask({ stack, isListed: true, cache: true }))
    called = new Map()
    for (const cache of [true, false]) {
      const { answers: plain } = await alone.ask({ stack, time: 'after', kind: 'passes on', cache })
      for (let i = 0; i < functions.length; i += GROUP) {
        for (const slot of await calledBy(alone, stack, functions.slice(i, i + GROUP), plain, cache)) called.set(slot.join('.'), slot)
      }
    }
  })

  test('each function that stock calls is listed, or declared with a reason', () => {
    const names = [...called.values()].map(nameOf)
    expect(names.filter((name) => !isListed(name) && !isHarmless(name) && !OF_ENGINE.test(name))).toEqual([])
    expect(names.length).toBeGreaterThan(20)
  })

  test('each that is replaced is called as by stock, and clients get the same', async () => {
    const wrong = []
    const differing = new Set()
    for (const each of [...called.values()].flatMap((slot) => casesOf(stack, slot))) {
      const [expected, actual] = await Promise.all([alone, ours].map((side) => side.ask(each)))
      // Where stock itself breaks off, nothing is to be compared.
      if (expected.crash || expected.failure || expected.answers.includes('no answer')) continue
      const name = nameOf(each.slots[0])
      const difference = differenceOf(stack, expected, actual)
      const isFewer = !isHarmless(name) && !OF_ENGINE.test(name) && actual.calls?.[0] < expected.calls[0]
      if (!difference && !isFewer) continue
      if (isDeclared(stack, name)) differing.add(DECLARED.findIndex((each) => each.slot.test(name)))
      else wrong.push([name, each.time, each.kind, `cache ${each.cache}`, difference ?? `${actual.calls[0]} calls, ${expected.calls[0]} by stock`].join(' | '))
    }
    expect(wrong).toEqual([])
    // What no longer differs is closed.
    expect(DECLARED.flatMap((each, i) => each.stack.test(stack) && !differing.has(i) ? [String(each.slot)] : [])).toEqual([])
  })

  test('only declared functions are called by us and not by stock', async () => {
    const more = new Set()
    const others = functions.filter((slot) => !called.has(slot.join('.')))
    for (let i = 0; i < others.length; i += GROUP) {
      const slots = others.slice(i, i + GROUP)
      const { calls = [] } = await ours.ask({ stack, slots, time: 'after', kind: 'passes on', cache: true })
      for (const [k, slot] of slots.entries()) if (calls[k] > 0 && !OF_ENGINE.test(nameOf(slot))) more.add(nameOf(slot))
    }
    expect([...more].filter((name) => !OURS.some(({ slot }) => slot.test(name)))).toEqual([])
  })
})

/** @returns {string | undefined} the first answer that differs, from its first line that does */
function differenceOf (stack, expected, actual) {
  if (actual.failure || actual.crash) return `fails: ${actual.failure ?? actual.crash}`
  const [a, b] = [expected, actual].map(({ answers }) => withoutTag(answers, stack))
  const i = a.findIndex((answer, i) => answer !== b[i])
  if (i < 0) return undefined
  const [x, y] = [a[i], b[i] ?? 'none'].map((answer) => answer.split('\n'))
  const line = x.findIndex((text, k) => text !== y[k])
  return `answer ${i}: ${x[line]?.slice(0, 80)} / ${y[line]?.slice(0, 80)}`
}
