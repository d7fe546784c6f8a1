'use strict'

const http = require('node:http')
const { textOf } = require('../support/decode')
const { everything } = require('../support/level')
const { listen } = require('../support/listen')
const { platforms } = require('../support/platforms')
const shop = require('../support/shop')
const { LONGEST_WAIT } = require('../support/until')

/** Accept-Encoding of the clients that a user has. */
const CLIENTS = ['identity', 'gzip', 'br', 'gzip, deflate, br']

/** How private a page is, by the path of it. */
const POLICIES = { '/private': 'private, max-age=0', '/no-store': 'private, no-store', '/public': undefined }

/** Names of which no other is a part of the page; all guests get the same page. */
const NAMES = Array.from({ length: everything ? 12 : 6 }, (_, i) => `<用户 ${i}> & ${'λ'.repeat(i)}`)
const GUESTS = Array.from({ length: 4 }, () => 'guest')
const USERS = [...NAMES, ...GUESTS].map((name, id) => ({ id, name, rounds: 1 + id % 3 }))

const ROUNDS = everything ? 5 : 2

const localsOf = ({ name, rounds }) => shop.localsOf(name, name === 'guest' ? 2 : rounds)

/** Serves each user, identified by a cookie or by Authorization, their own page. */
function handleBy (send) {
  return async (exchange) => {
    const { req, res } = exchange
    const [, id] = /^user=(\d+)$/.exec(req.headers.cookie)
    const user = USERS[id]
    if (req.headers.authorization !== `Bearer of ${id}`) throw new Error('Someone else')

    res.setHeader('Set-Cookie', [`user=${id}; HttpOnly`, `request=${req.headers['x-request']}`])
    res.setHeader('X-Request', req.headers['x-request'])
    if (POLICIES[req.url]) res.setHeader('Cache-Control', POLICIES[req.url])
    // Requests overtake each other here.
    if (id % 2) await new Promise(setImmediate)
    return send(exchange, localsOf(user))
  }
}

/** Sends one request over a connection that is shared with others. */
function ask (port, agent, { method, path, headers }) {
  return new Promise((resolve, reject) => {
    http.request({ port, host: '127.0.0.1', agent, method, path, headers }, async (res) => {
      resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(await res.toArray()) })
    }).on('error', reject).end()
  })
}

describe.each(platforms)('$platform', ({ platform, serve }) => {
  describe.each(shop.waysOf(platform))('$way', ({ send, textOf: expectedOf }) => {
    /** The page that each user must receive, and the server with everyone's connections. */
    let expected, served, server, agent
    beforeAll(async () => {
      expected = await Promise.all(USERS.map((user) => expectedOf(localsOf(user))))
      served = serve({ views: shop.views, extension: 'ejs', cache: true }, handleBy(send))
      server = await listen(served.listener)
      agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
    })
    afterAll(() => agent.destroy())

    test('sends each user their own page, in every coding and to every kind of request', async () => {
      /** By name, the tag of the page; by name and coding, the lengths that were seen. */
      const tags = new Map()
      const seen = new Map()
      let requests = 0

      /** Sends one request, and checks that its answer is the page of this user. */
      const visit = async (user, path, client, { method = 'GET', tag } = {}) => {
        const request = `${user.id}-${++requests}`
        const headers = {
          'accept-encoding': client,
          authorization: `Bearer of ${user.id}`,
          cookie: `user=${user.id}`,
          'x-request': request,
          ...(tag && { 'if-none-match': tag })
        }
        const answer = await ask(server.port, agent, { method, path, headers })

        const own = tag !== undefined && tag === tags.get(user.name)
        expect(answer.status).toBe(own ? 304 : 200)
        expect(answer.headers['set-cookie']).toEqual([`user=${user.id}; HttpOnly`, `request=${request}`])
        expect(answer.headers['x-request']).toBe(request)
        expect(answer.headers['cache-control']).toBe(POLICIES[path])
        expect(answer.headers.vary).toBe('Accept-Encoding')
        if (method === 'HEAD' || own) {
          expect(answer.body).toHaveLength(0)
        } else {
          expect(answer.headers['content-length']).toBe(String(answer.body.length))
          expect(textOf(answer)).toBe(expected[user.id])
          note(user, answer)
        }
        return answer
      }
      const note = ({ name }, { headers, body }) => {
        expect(headers.etag).toBe(tags.get(name) ?? headers.etag)
        tags.set(name, headers.etag)
        const key = `${name} ${headers['content-encoding'] ?? 'identity'}`
        seen.set(key, (seen.get(key) ?? new Set()).add(body.length))
      }

      /** All users at once, each with the next client and path, some of them holding a tag. */
      const round = (turn) => Promise.all(USERS.map((user, i) => {
        const path = Object.keys(POLICIES)[(i + turn) % 3]
        const other = USERS[(i + 1 + turn) % USERS.length]
        return CLIENTS.map((client) => visit(user, path, client)).concat(
          visit(user, path, 'gzip', { method: 'HEAD' }),
          visit(user, path, 'br', { tag: tags.get(user.name) }),
          visit(user, path, 'gzip', { tag: tags.get(other.name) })
        )
      }).flat())

      const isDone = () => USERS.every(({ name }) => {
        return seen.has(`${name} identity`) && seen.has(`${name} br`) && seen.has(`${name} gzip`)
      })
      const deadline = Date.now() + LONGEST_WAIT
      for (let turn = 0; turn < ROUNDS || !isDone(); turn++) {
        await round(turn)
        if (Date.now() > deadline) throw new Error(`Not everyone saw every form: ${[...seen.keys()]}`)
      }

      // Guests have one page, all others one each.
      expect(new Set(tags.values()).size).toBe(NAMES.length + 1)
      const { hits, misses, entries, evictions } = served.renderer.stats().memo
      expect({ entries, evictions }).toEqual({ entries: NAMES.length + 1, evictions: 0 })
      expect(hits).toBeGreaterThan(misses)
      expect(hits + misses).toBe(requests)
    })
  })
})
