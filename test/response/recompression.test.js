'use strict'

const zlib = require('node:zlib')
const { Rendered } = require('../..')
const { Memo } = require('../../lib/response/memo')
const { entityTag } = require('../../lib/response/entity-tag')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { everything } = require('../support/level')
const { prose } = require('../support/prose')
const { represent } = require('../support/represent')
const { until } = require('../support/until')

const fragment = new StaticFragment(prose(3000))
const texts = Array.from({ length: 8 }, (_, i) => prose(2000, i + 10))
const pageOf = (text) => new Rendered([fragment, text])
const [text] = texts

const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY } = zlib.constants
const brotliLength = (bytes, quality) => zlib.brotliCompressSync(bytes, {
  params: { [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_QUALITY]: quality }
}).length

const decoders = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync, identity: (body) => body }

/**
 * A memo and the clients that ask for its pages.
 *
 * @param {object} [settings]
 * @param {'weak' | 'strong'} [settings.etag]
 * @param {boolean} [settings.deflatesText]
 */
function setUp ({ etag = 'weak', deflatesText = true } = {}) {
  const memo = new Memo(1e7)

  /** One response, as a client gets it that takes `accepted`. */
  const ask = (accepted, text = texts[0]) => {
    const { coding, isHit, ...page } = represent(pageOf(text), { etag, deflatesText, memo, accepted })
    const body = page.body()
    expect(decoders[coding](body).equals(pageOf(text).toBuffer())).toBe(true)
    return { coding, body, isHit }
  }
  const times = (count, accepted, text) => Array.from({ length: count }, () => ask(accepted, text)).at(-1)

  /** A page that was seen twice: each later response is a hit. */
  const admit = (accepted, ...texts) => {
    for (const text of texts) expect(times(2, accepted, text).isHit).toBe(false)
  }

  const keyOf = (text) => entityTag(pageOf(text), etag)
  const entryOf = (text) => memo.entries.peek(keyOf(text))
  const isBusy = () => [...memo.entries.values()].some(({ progress }) => progress.br?.busy)
  const settle = () => until(() => !isBusy())

  return { memo, ask, times, admit, entryOf, keyOf, isBusy, settle }
}

const BEST = { br: ['br', 'gzip', 'identity'], gzip: ['gzip', 'identity'], onlyBr: ['br', 'identity'] }

describe('brotli, for clients that prefer it', () => {
  test('is made after three hits, and is shorter than gzip', async () => {
    const { ask, times, admit, isBusy, settle } = setUp()
    admit(BEST.br, text)
    expect(times(2, BEST.br)).toMatchObject({ coding: 'gzip', isHit: true })
    expect(isBusy()).toBe(false)

    // The third has to wait for nothing.
    const third = ask(BEST.br)
    expect(third.coding).toBe('gzip')
    expect(isBusy()).toBe(true)

    await settle()
    const { coding, body } = ask(BEST.br)
    expect(coding).toBe('br')
    expect(body.length).toBeLessThan(third.body.length)
  })

  test('has the best quality after 250 hits', async () => {
    const { ask, times, admit, isBusy, settle } = setUp()
    admit(BEST.br, text)
    times(3, BEST.br)
    await settle()
    const { body: first } = times(246, BEST.br)
    expect(isBusy()).toBe(false)

    expect(ask(BEST.br).body).toBe(first)
    await settle()
    const { coding, body } = ask(BEST.br)
    expect(coding).toBe('br')
    expect(body.length).toBeLessThan(first.length)
    expect(body.length).toBe(brotliLength(pageOf(text).toBuffer(), 11))

    // And that is all.
    times(300, BEST.br)
    expect(isBusy()).toBe(false)
    expect(ask(BEST.br).body).toBe(body)
  })
})

describe('nothing is recompressed for clients that prefer another coding', () => {
  test.each([
    { accepted: BEST.gzip, coding: 'gzip' },
    { accepted: ['identity'] },
    { accepted: ['identity', 'br', 'gzip'] },
    { accepted: [] }
  ])('$accepted', ({ accepted, coding = 'identity' }) => {
    const { times, admit, isBusy, entryOf } = setUp()
    admit(accepted, text)
    times(200, accepted)
    expect(isBusy()).toBe(false)
    expect(Object.keys(entryOf(text).bodies)).toEqual([coding])
  })

  test('only hits of clients that prefer Brotli are counted', () => {
    const { ask, admit, isBusy } = setUp()
    admit(BEST.br, text)
    for (const accepted of [BEST.br, BEST.gzip, ['identity'], BEST.br, BEST.gzip, ['identity']]) ask(accepted)
    expect(isBusy()).toBe(false)
    ask(BEST.br)
    expect(isBusy()).toBe(true)
  })
})

test('responses without a hit are not counted', () => {
  const { memo, ask, isBusy } = setUp()
  for (let i = 0; i < 20; i++) {
    expect(ask(BEST.br).isHit).toBe(false)
    memo.clear()
  }
  ask(BEST.br)
  ask(BEST.br)
  ask(BEST.br)
  expect(isBusy()).toBe(false)
})

test('a page has one job at a time', async () => {
  const { times, admit, settle, entryOf, isBusy } = setUp()
  admit(BEST.br, text)
  times(260, BEST.br)
  await settle()
  const { br } = entryOf(text).bodies
  times(1, BEST.br)
  expect(isBusy()).toBe(true)
  await settle()
  expect(entryOf(text).bodies.br.length).toBeLessThan(br.length)
})

describe('with a strong validator', () => {
  test('gzip never changes once it was sent', async () => {
    const { ask, times, admit, settle, isBusy } = setUp({ etag: 'strong' })
    admit(BEST.gzip, text)
    const { body } = ask(BEST.gzip)
    times(200, BEST.gzip)
    expect(isBusy()).toBe(false)
    await settle()
    expect(ask(BEST.gzip).body).toBe(body)
    times(200, BEST.br)
    await settle()
    expect(ask(BEST.gzip).body).toBe(body)
  })

  test('brotli is made once', async () => {
    const { ask, times, admit, settle, isBusy } = setUp({ etag: 'strong' })
    admit(BEST.br, text)
    times(3, BEST.br)
    await settle()
    const { coding, body } = ask(BEST.br)
    expect(coding).toBe('br')
    times(300, BEST.br)
    expect(isBusy()).toBe(false)
    await settle()
    expect(ask(BEST.br).body).toBe(body)
  })
})

test('with text that is never deflated, nothing is compressed as a whole, even after many hits', async () => {
  const { ask, times, admit, isBusy, entryOf } = setUp({ deflatesText: false })
  admit(BEST.br, text)
  const { body } = ask(BEST.gzip)
  for (const accepted of [BEST.br, BEST.gzip, BEST.onlyBr]) times(200, accepted)
  expect(isBusy()).toBe(false)
  expect(entryOf(text).bodies.br).toBe(undefined)
  expect(ask(BEST.gzip).body).toBe(body)
})

describe('jobs', () => {
  const failure = new Error('out of memory')

  /** The jobs that zlib has and did not finish, in the order in which it got them. */
  let running, most, modules, memo
  beforeEach(() => {
    running = []
    most = 0
    jest.isolateModules(() => {
      jest.doMock('node:zlib', () => ({
        ...zlib,
        brotliCompress (body, { params }, callback) {
          running.push({ body, quality: params[BROTLI_PARAM_QUALITY], callback })
          most = Math.max(most, running.length)
        }
      }))
      modules = { ...require('../../lib/response/memo'), ...require('../../lib/response/respond') }
    })
    memo = new modules.Memo(1e7)
    jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
  })
  afterEach(() => { jest.dontMock('node:zlib') })

  const ask = (memo, text, accepted = BEST.br) => represent(pageOf(text), { etag: 'weak', memo, accepted, modules })
  const times = (count, memo, text, accepted) => Array.from({ length: count }, () => ask(memo, text, accepted).body()).at(-1)
  /** Twice to be admitted, and three hits. */
  const heat = (memo, text) => times(5, memo, text)

  /** Lets zlib finish its oldest job, and all that follows from that happen. */
  const finish = async (error, result) => {
    running.shift().callback(error, result)
    await new Promise(setImmediate)
  }
  const bodiesOf = (jobs) => jobs.map(({ body }) => body.toString())

  test('run two at a time, in order', async () => {
    for (const text of texts) heat(memo, text)
    const expected = texts.map((text) => pageOf(text).toString())
    for (let done = 0; done < texts.length; done++) {
      expect(bodiesOf(running)).toEqual(expected.slice(done, done + 2))
      // What those who wait are asked for meanwhile changes nothing.
      for (const text of texts) times(1, memo, text)
      await finish(null, Buffer.from(`compressed ${done}`))
    }
    expect(running).toEqual([])
    expect(most).toBe(2)
    expect(texts.map((text) => String(ask(memo, text).body()))).toEqual(texts.map((text, i) => `compressed ${i}`))
  })

  test('run two at a time for all memos together', () => {
    for (const text of texts) heat(new modules.Memo(1e7), text)
    expect(running).toHaveLength(2)
  })

  test('wait in a bounded queue; other pages are considered again at their next hit', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `text ${i} ${text}`)
    for (const text of many) heat(memo, text)
    let done = 0
    for (; running.length > 0; done++) await finish(null, Buffer.from('compressed'))
    expect(done).toBeGreaterThan(20)
    expect(done).toBeLessThan(many.length)

    times(1, memo, many.at(-1))
    expect(bodiesOf(running)).toEqual([pageOf(many.at(-1)).toString()])
  })

  // It would keep a thread for seconds.
  test.each([
    { bytes: 900_000, qualities: [5, 11] },
    { bytes: 1_100_000, qualities: [5] },
    ...(everything ? [{ bytes: 5_000_000, qualities: [5] }] : [])
  ])('of a page of $bytes bytes are of the qualities $qualities', async ({ bytes, qualities }) => {
    const memo = new modules.Memo(1e8)
    const long = 'x'.repeat(bytes)
    const seen = []
    for (let i = 0; i < 270; i++) {
      times(1, memo, long)
      if (running.length === 0) continue
      seen.push(running[0].quality)
      await finish(null, Buffer.from('compressed'))
    }
    expect(seen).toEqual(qualities)
  })

  test('that fail emit a warning, and do not change the page', async () => {
    const body = heat(memo, text)
    const [entry] = memo.entries.values()
    expect(entry.progress.br.busy).toBe(true)
    await finish(failure)

    expect(process.emitWarning.mock.calls).toEqual([[failure]])
    expect([...memo.entries.values()]).toEqual([entry])
    expect(entry.progress.br.busy).toBe(false)
    expect(ask(memo, text).coding).toBe('gzip')
    expect(ask(memo, text).body()).toBe(body)
  })

  test('that fail are not repeated at every hit', async () => {
    heat(memo, text)
    await finish(failure)
    times(50, memo, text)
    expect(running).toEqual([])
  })

  test('that fail do not block other pages', async () => {
    for (const text of texts) heat(memo, text)
    for (const text of texts.slice(1)) {
      expect(ask(memo, text).coding).toBe('gzip')
      await finish(failure)
    }
    await finish(null, Buffer.from('compressed'))
    expect(process.emitWarning).toHaveBeenCalledTimes(texts.length - 1)
    expect(String(ask(memo, texts.at(-1)).body())).toBe('compressed')
  })
})
