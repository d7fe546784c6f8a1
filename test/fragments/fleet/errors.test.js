'use strict'

const { setTimeout } = require('node:timers/promises')
const { createRenderer, html } = require('../../..')
const { askUntil } = require('../../support/ask-until')
const { failuresOf, itWithStop, startFleet, unique } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')

describe.each(['none', 'redis'])('loads that fail, with the store %s', (store) => {
  const describeIt = store === 'none' ? describe : describeWithRedis

  describeIt('in a process', () => {
    let server
    let fleet

    beforeAll(async () => { server = store === 'none' ? undefined : await startRedis() })
    afterAll(() => server?.stop())

    const itRuns = itWithStop(() => fleet?.stop())

    const start = async (options) => {
      fleet = await startFleet({ store, url: server?.url, prefix: `${unique()}:`, ...options })
      return fleet.workers[0]
    }

    itRuns('a load that never ends is an error after loadTimeout, for all who wait, and the next call loads', async () => {
      const worker = await start({ loadTimeout: 300 })
      const release = fleet.hold()
      const answers = await worker.callAll(Array.from({ length: 20 }, () => ['card', 7, 'de']))
      expect(failuresOf(answers)).toHaveLength(20)
      expect(answers[0].error).toMatch(/card/)
      expect(answers[0].error).toMatch(/300/)
      expect(answers.filter(({ start, end }) => end - start < 299)).toEqual([])
      release()
      await askUntil(() => worker.call('card', 7, 'de').catch(() => {}), Boolean)
      expect(await worker.problems()).toEqual([])
    })

    itRuns('A in B in A is an error that names both', async () => {
      const worker = await start({ loadTimeout: 2000 })
      const answers = await worker.callAll([['ping'], ['pong'], ['ping']])
      for (const { error } of answers) {
        expect(error).toMatch(/ping/)
        expect(error).toMatch(/pong/)
      }
      const [alone] = await worker.callAll([['ping']])
      expect(alone.error).toMatch(/ping.*pong|pong.*ping/)
      expect(alone.end - alone.start).toBeLessThan(2000)
      expect(await worker.problems()).toEqual([])
    })

    itRuns('an error is passed to all who wait, and not kept', async () => {
      const worker = await start()
      fleet.fails = (key) => key === 'product:7'
      const answers = await worker.callAll([['card', 7, 'de'], ['card', 7, 'de'], ['card', 8, 'de']])
      expect(answers.map(({ error }) => error)).toEqual(['product:7 cannot be loaded', 'product:7 cannot be loaded', undefined])
      expect(fleet.loadsOf('product:7')).toHaveLength(1)
      fleet.fails = () => false
      const { text } = await askUntil(() => worker.call('card', 7, 'de').catch(() => {}), Boolean)
      expect(text).toMatch('product:7=v1;')
      expect(await worker.problems()).toEqual([])
    })

    itRuns('a load that nobody waits for fails without a word, and the stale page is served', async () => {
      const worker = await start({ ttl: 100, stale: 600_000 })
      const { text } = await worker.call('card', 7, 'de')
      await setTimeout(1000)
      fleet.fails = () => true
      for (let i = 0; i < 5; i++) {
        expect((await worker.call('card', 7, 'de')).text).toBe(text)
        await setTimeout(300)
      }
      expect(fleet.loadsOf('product:7').length).toBeGreaterThan(1)
      expect((await worker.stats()).failures).toBeGreaterThan(0)
      expect(await worker.problems()).toEqual([])
      fleet.fails = () => false
      fleet.change('product:7')
      await askUntil(() => worker.call('card', 7, 'de'), ({ text }) => text.includes('product:7=v2;'))
    })
  })
})

describe('a load', () => {
  it('that throws while nobody holds its promise is no unhandled rejection', async () => {
    const unhandled = []
    const listen = (error) => unhandled.push(error)
    process.on('unhandledRejection', listen)
    const renderer = createRenderer({ cache: true })
    const failing = renderer.cached('failing', { ttl: 1000 }, async () => { throw new Error('broken') })
    failing()
    html`<p>${failing()}</p>`.then(() => {}, () => {})
    await setTimeout(50)
    process.removeListener('unhandledRejection', listen)
    expect(unhandled).toEqual([])
  })
})
