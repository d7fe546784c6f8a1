'use strict'

const { once } = require('node:events')
const { spawn } = require('node:child_process')
const path = require('node:path')
const request = require('supertest')
const { overflowOf, violationsOf } = require('../support/accessible')
const { askUntil } = require('../support/ask-until')
const { childEnv } = require('../support/child-env')
const { describeInChromium } = require('../support/chromium')
const { freePort } = require('../support/free-port')
const { describeWith } = require('../support/programs')
const { startRedis } = require('../support/redis')

const EXAMPLE = path.join(__dirname, '../../examples/fleet')

describeWith('examples/fleet', ['redis-server'], () => {
  let redis, fleet
  beforeAll(async () => {
    redis = await startRedis()
    fleet = await startFleet(redis.url)
  })
  afterAll(async () => {
    await fleet.stop()
    await redis.stop()
  })

  test('the second process finds what the first has made', async () => {
    const [one] = await inTurn(fleet.addresses.slice(0, 1), '/packages/express')
    expect(one.status).toBe(200)
    // On a busy machine, the fragment may be stored after the page is sent.
    await askUntil(() => redis.cli('keys', '*'), (keys) => keys.includes(':value:'))
    const [two] = await inTurn(fleet.addresses.slice(1), '/packages/express')
    expect(madeBy(one)).toMatch(`port ${fleet.ports[0]} at`)
    expect(two.text).toBe(one.text)
    expect(two.headers.etag).toBe(one.headers.etag)
    expect(await Promise.all(fleet.addresses.map(costAt))).toEqual([
      expect.stringMatching(/^This page: package, spliced in .+ Cached fragments: 1 loaded\. Sent /),
      expect.stringMatching(/^This page: package, spliced in .+ Cached fragments: 1 found in Redis\. Sent /)
    ])
    expect(await countsOf(fleet.addresses[1])).toMatchObject({ store: 1, loads: 0, breaker: 'there' })
  })

  test('the footer shows that a process has a fragment in its memory', async () => {
    // A fragment that was compared with Redis within the last second is found in the process.
    await askUntil(async () => {
      await request(fleet.addresses[1]).get('/packages/koa')
      return costAt(fleet.addresses[1])
    }, (text) => text.includes(' Cached fragments: 1 found in this process. Sent '))
  })

  test('a package that is invalidated makes the list new in both', async () => {
    const [list] = await inTurn(fleet.addresses.slice(0, 1), '/')
    const name = /<h2><a href="\/packages\/([^"]+)"/.exec(list.text)[1]
    const answer = await request(fleet.addresses[1]).post('/invalidate').type('form').send({ name })
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 303, location: `/packages/${name}` })

    // The other process learns of it within a second.
    const next = await askUntil(() => request(fleet.addresses[0]).get('/'), (page) => madeBy(page) !== madeBy(list))
    expect(withoutStamp(next)).toBe(withoutStamp(list))
  })

  test('a search has the cards of its packages, or says that there are none', async () => {
    const [found] = await inTurn(fleet.addresses.slice(0, 1), '/?q=minimalist+web')
    expect(found.text).toContain('<a href="/packages/express">express</a>')
    expect(found.text).not.toContain('Made by')
    const [nothing] = await inTurn(fleet.addresses.slice(0, 1), '/?q=no+such+thing')
    expect(nothing.text).toContain('No name or description contains this')
  })

  test.each(['/packages/no-such-package', '/?page=0', '/nothing'])('%s is missing', async (url) => {
    const [one] = await inTurn(fleet.addresses, url)
    expect(one.status).toBe(404)
  })

  test('forms of other sites are refused', async () => {
    const { status } = await request(fleet.addresses[0]).post('/invalidate').set('Sec-Fetch-Site', 'cross-site')
    expect(status).toBe(403)
  })

  test('reports that a port is taken, and ends the other process', async () => {
    await expect(startFleet(redis.url, fleet.ports[1])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${fleet.ports[1]} is taken.`)
    })
  })

  describeInChromium('in Chromium', (browser) => {
    test.each(['light', 'dark'])('its pages have no violations, and fit a phone: %s', async (colorScheme) => {
      const tab = await browser().newPage({ colorScheme, reducedMotion: 'reduce', viewport: { width: 320, height: 640 } })
      for (const url of ['/', '/?q=koa', '/packages/bytes', '/fleet']) {
        await tab.goto(fleet.addresses[0] + url)
        expect({ url, violations: await violationsOf(tab), overflow: await overflowOf(tab) }).toEqual({ url, violations: [], overflow: 0 })
      }
    })

    test('the page shows the counters as they change, the result of an invalidation, and that Redis is away', async () => {
      const page = await browser().newPage()
      await page.goto(`${fleet.addresses[0]}/fleet`)
      const cell = page.locator(`td[data-port="${fleet.ports[1]}"][data-counter="process"]`)
      await askUntil(() => cell.textContent(), (text) => /^\d+$/.test(text))
      const before = Number(await cell.textContent())
      await inTurn([fleet.addresses[1], fleet.addresses[1]], '/packages/koa')
      await askUntil(() => cell.textContent(), (text) => Number(text) > before)

      await page.getByRole('button', { name: 'Invalidate all' }).click()
      const status = page.getByRole('status')
      await askUntil(() => status.textContent(), (text) => text !== '')
      expect(await status.textContent()).toMatch(/^Invalidated/)

      await redis.kill()
      await askUntil(async () => {
        const pages = await inTurn(fleet.addresses, '/packages/koa')
        expect(pages.map(({ status }) => status)).toEqual([200, 200])
        return page.locator('td[data-counter="breaker"]').first().textContent()
      }, (text) => text === 'away')
      await page.getByRole('button', { name: 'Invalidate all' }).click()
      await askUntil(() => status.textContent(), (text) => text.startsWith('Redis does not answer'))
    })
  })
})

/** @returns {Promise<{ addresses: string[], ports: number[], stop: () => Promise<void> }>} rejects with `code` and `stderr` if it ends */
async function startFleet (redis, port) {
  port ??= await freePort()
  const child = spawn(process.execPath, ['start.js'], { cwd: EXAMPLE, env: childEnv({ PORT: String(port), REDIS_URL: redis }) })
  const addresses = []
  child.stdout.setEncoding('utf8').on('data', (text) => addresses.push(...text.match(/http:\S+/g) ?? []))
  const closed = once(child, 'close')
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text })
  await Promise.race([closed, askUntil(async () => addresses.length === 2 || child.exitCode !== null, Boolean)])
  if (child.exitCode !== null) throw Object.assign(new Error('The fleet has ended'), { code: child.exitCode, stderr })
  const stop = async () => {
    child.kill()
    await closed
  }
  return { addresses: addresses.sort(), ports: [port, port + 1], stop }
}

/** @returns {Promise<object[]>} the answers, one after the other */
async function inTurn (addresses, url) {
  const answers = []
  for (const address of addresses) answers.push(await request(address).get(url))
  return answers
}

/** @returns {Promise<string>} the text of the frame in the footer */
async function costAt (address) {
  return /<p>(.*)<\/p>/.exec((await request(address).get('/cost')).text)[1]
}

/** @returns {Promise<object>} the counters of a process, from the beginning of its feed */
async function countsOf (address) {
  const abort = new AbortController()
  const { body } = await fetch(`${address}/stats`, { signal: abort.signal })
  const { value } = await body.getReader().read()
  abort.abort()
  return JSON.parse(Buffer.from(value).toString().slice('data: '.length))
}

const STAMP = /Made by the process on [^<]*/

const madeBy = ({ text }) => STAMP.exec(text)[0]

const withoutStamp = ({ text }) => text.replace(STAMP, '')
