'use strict'

const { execFile, execFileSync } = require('node:child_process')
const { promisify } = require('node:util')
const { platforms } = require('../support/platforms')
const { describeWith } = require('../support/programs')
const { serveShop } = require('../support/shop-server')
const shop = require('../support/shop')

describeWith('curl', ['curl'], (curl) => {
  /** Runs curl without the user's settings and without a proxy. */
  const run = async (...args) => {
    const { stdout } = await promisify(execFile)(curl, ['--disable', '--noproxy', '*', '--silent', '--show-error', '--fail', ...args])
    return stdout
  }
  const accept = (coding) => ['--header', `Accept-Encoding: ${coding}`]
  const readsBrotli = curl !== '' && /^Features:.*\bbrotli\b/m.test(execFileSync(curl, ['--disable', '--version']))

  describe.each(platforms)('$platform', (platform) => {
    describe.each(shop.waysOf(platform.platform))('$way', (way) => {
      let server
      beforeEach(async () => { server = await serveShop(platform, way) })

      /** Returns the last response. */
      const last = () => server.log.at(-1)

      test('reads the page', async () => {
        expect(await run(server.url)).toBe(server.page)
        expect(last()).toMatchObject({ accepted: undefined, coding: undefined })
      })

      test('reads it as gzip', async () => {
        expect(await run('--compressed', ...accept('gzip'), server.url)).toBe(server.page)
        expect(last()).toMatchObject({ status: 200, coding: 'gzip' })
      })

      test('reads it in a coding of --compressed', async () => {
        await server.heat()
        expect(await run('--compressed', server.url)).toBe(server.page)
        expect(last()).toMatchObject({ status: 200, coding: readsBrotli ? 'br' : 'gzip' })
      })

      test('revalidates it', async () => {
        await run('--compressed', server.url)
        const { tag } = last()
        expect(await run('--compressed', '--header', `If-None-Match: ${tag}`, server.url)).toBe('')
        expect(last()).toMatchObject({ status: 304, tag })
      })
    })
  })
})
