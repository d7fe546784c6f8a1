'use strict'

const { fork } = require('node:child_process')
const { once } = require('node:events')
const http = require('node:http')
const path = require('node:path')
const { childEnv } = require('../support/child-env')
const { fakeTimed } = require('../support/fake-timed')
const { listen } = require('../support/listen')

const APP = path.join(__dirname, '../support/fake-timers-app.js')
const PAGE = '<p>Zoë</p>'

/** How long a client waits for an answer, in milliseconds: Express alone sends none if it needs a fake timer. */
const PATIENCE = { alone: 500, ours: 10_000 }

const apps = { alone: fakeTimed('alone'), ours: fakeTimed('ours') }
const names = Object.keys(apps.ours)

/** Asks an app for its page. @returns {Promise<string | undefined>} nothing if it does not answer */
function ask (port, side, name, patience = PATIENCE[side]) {
  return get(port, `/${side}/${encodeURIComponent(name)}`, patience)
}

function get (port, url, patience) {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: url, agent: false, timeout: patience }, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (data) => { text += data }).on('end', () => resolve(text.trim()))
    })
    request.on('timeout', () => {
      resolve()
      request.destroy()
    }).on('error', (error) => error.code === 'ECONNRESET' ? resolve() : reject(error))
  })
}

/**
 * Asks all apps at once.
 *
 * @param {number} port
 * @param {string[]} [waiting] those of ours that may not answer
 * @returns {Promise<Record<string, { alone?: string, ours?: string }>>}
 */
async function askAll (port, waiting = []) {
  const asked = names.map(async (name) => {
    const asking = ask(port, 'alone', name)
    // If Express alone answers, ours must too, however long that takes on a busy machine.
    const patience = waiting.includes(name) && await asking === undefined ? PATIENCE.alone : PATIENCE.ours
    const [alone, ours] = await Promise.all([asking, ask(port, 'ours', name, patience)])
    return [name, { alone, ours }]
  })
  return Object.fromEntries(await Promise.all(asked))
}

/** Ours answer with the page, except those that may wait if Express alone waits; its answers are the page too. */
function expectPages (answers, waiting = []) {
  const missing = names.filter((name) => answers[name].ours === undefined)
  expect(missing.filter((name) => answers[name].alone !== undefined || !waiting.includes(name))).toEqual([])
  const pages = names.flatMap((name) => Object.values(answers[name])).filter((page) => page !== undefined)
  expect(new Set(pages)).toEqual(new Set([PAGE]))
}

/** Express 5 and Nunjucks answer at the next tick. */
const ticking = names.filter((name) => /^Express 5|nunjucks/.test(name))
const stuck = names.filter((name) => name.includes('nunjucks'))

describe('fake timers of Jest', () => {
  let served
  let serving
  beforeAll(async () => {
    served = await listen((req, res) => {
      const [side, name] = req.url.slice(1).split('/').map(decodeURIComponent)
      serving[side][name](req, res)
    })
  })
  afterEach(() => { jest.useRealTimers() })

  test('do not stop pages of modules that were loaded before them', async () => {
    serving = apps
    jest.useFakeTimers()
    expectPages(await askAll(served.port))
    jest.advanceTimersByTime(1000)
    expectPages(await askAll(served.port))
    jest.useRealTimers()
    expectPages(await askAll(served.port))
  })

  test('stop pages of modules that are loaded after them only where they stop Express alone, and only until removed', async () => {
    jest.useFakeTimers()
    jest.isolateModules(() => {
      const { fakeTimed } = require('../support/fake-timed')
      serving = { alone: fakeTimed('alone'), ours: fakeTimed('ours') }
    })
    expectPages(await askAll(served.port, ticking), ticking)
    jest.useRealTimers()
    // What Nunjucks has begun by fake timers never goes on.
    expectPages(await askAll(served.port, stuck), stuck)
  })
})

/** Those of ours that may wait: what is loaded afterwards needs what Express and its engines need. */
const WAITING = {
  'sinon before': [...ticking, ...names.filter((name) => /^Express 4, (?!ejs)/.test(name))]
}

describe.each(['sinon', 'vitest', 'node:test'])('fake timers of %s', (kind) => {
  test.each([
    ['modules that were loaded before them', 'after'],
    ['modules that are loaded after them', 'before']
  ])('do not stop pages of %s unless they stop Express alone', async (_, when) => {
    const waiting = WAITING[`${kind} ${when}`]
    const child = fork(APP, [kind, when], { env: childEnv(), execArgv: ['--no-warnings'] })
    try {
      const [{ port }] = await once(child, 'message')
      expectPages(await askAll(port, waiting), waiting)
      expect(await get(port, '/uninstall', PATIENCE.ours)).toBe('uninstalled')
      const answers = await askAll(port)
      expectPages(answers, waiting)
    } finally {
      child.kill()
    }
  })
})
