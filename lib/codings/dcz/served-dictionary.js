'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { acceptedCodings, dictionaryCodings } = require('../negotiation')
const { identity } = require('../identity')
const { dczWith } = require('.')
const { Dictionary } = require('./dictionary')
const { isPrivate } = require('./is-private')
const { staticTexts } = require('./static-texts')
const { addVary } = require('../../util/add-vary')
const { withCode } = require('../../util/errors')

/** The values of `Sec-Fetch-Dest` of navigations: their responses are pages of a window or a frame. */
const NAVIGATIONS = new Set(['document', 'frame', 'iframe'])

/** The hash of a dictionary in `Available-Dictionary`: the bytes (RFC 8941, section 3.3.5) of a SHA-256 digest. */
const AVAILABLE = /^ *:([A-Za-z\d+/]{43}=): *$/

/** The name of a dictionary, after the option `path`. Clients with a different one get another URL, see `offerTo`. */
const NAME = /^([\w-]{43})\.dict(?:\?after=[\w-]{43})?$/

/**
 * What a page may do for one client.
 *
 * @typedef {object} Offer
 * @property {import('..').Coding} [coding] that of the dictionary, if the client has it
 * @property {string} [link] a value of `Link` that names the dictionary, if the client may fetch it
 * @property {boolean} varies whether the body depends on the client's dictionary: no shared cache may keep it
 * @property {{ pages: number, savedBytes: number }} counts the counts of the dictionary, to which the page is added
 */

/** The dictionary of a renderer (RFC 9842): made once, served to clients, and offered to them by their pages. */
class ServedDictionary {
  /**
   * @param {object} options see `types/index.d.ts`
   * @param {() => import('../../views/view-source').ViewSource} sourceOf gives the views, with separate templates
   */
  constructor ({ views, pages, size, path, match }, sourceOf) {
    Object.assign(this, { views, pages, size, path, sourceOf })
    this.match = `match="${match}", match-dest=("document" "iframe" "frame" "")`
    this.dictionary = undefined
    this.making = undefined
    /** Runs a function in the async context of the app, not of a request, whose user may see other pages. */
    this.inContext = AsyncLocalStorage.snapshot()
    /** A promise of the dictionary in each content coding. @type {Map<import('..').Coding, Promise<Buffer>>} */
    this.bodies = new Map()
    this.counts = { pages: 0, savedBytes: 0, links: 0, fetches: 0, failedFetches: 0 }
  }

  /** Makes it, once. @throws {TypeError} if a view fails or there is no static text: it names the option */
  make () {
    this.making ??= this.inContext(() => this.create())
    return this.making
  }

  async create () {
    const texts = await staticTexts(this.sourceOf(), this.views, this.pages)
    const dictionary = new Dictionary(texts, this.size)
    if (dictionary.bytes.length === 0) {
      const message = 'The option "dictionary" names views and pages without static text'
      throw withCode('BUFFERED_RENDER_DICTIONARY', new TypeError(message))
    }
    this.name = dictionary.sha256.toString('base64url')
    this.available = `:${dictionary.sha256.toString('base64')}:`
    this.coding = dczWith(dictionary)
    this.dictionary = dictionary
  }

  /** Makes the dictionary if it is needed. Without one, pages are sent as without the option. */
  makeForRequest () {
    const warn = (error) =>
      process.emitWarning(String(error?.message ?? error), { code: 'BUFFERED_RENDER_DICTIONARY' })
    if (this.making === undefined) this.make().catch(warn)
  }

  /**
   * Decides what a page may do for the client of a request.
   *
   * A browser that has the response of a URL in its cache does not register it as a dictionary again. So the link for a
   * client with a different dictionary, such as that of an earlier deploy, has a different URL.
   *
   * @returns {Offer | undefined} `undefined` until the dictionary is made
   */
  offerTo ({ headers }, res) {
    const codings = dictionaryCodings(headers['accept-encoding'])
    const isNavigation = NAVIGATIONS.has(headers['sec-fetch-dest'])
    const header = headers['available-dictionary']
    const available = header === this.available ? this.name : nameIn(header)
    const { coding, counts, dictionary, name, path } = this
    if (dictionary === undefined) {
      if (codings.length > 0 && (isNavigation || available)) this.makeForRequest()
      return undefined
    }
    const offer = { __proto__: null, varies: isPrivate(res), counts, coding: undefined, link: undefined }
    if (available === name) {
      if (offer.varies && codings.includes('dcz')) offer.coding = coding
    } else if (isNavigation && codings.includes('zstd')) {
      offer.link = `<${path}${name}.dict${available ? `?after=${available}` : ''}>; rel="compression-dictionary"`
      counts.links++
    }
    return offer
  }

  /**
   * Answers a request for the dictionary.
   *
   * @param {string} [url] the whole URL, with the path at which the app is mounted
   * @returns {Promise<void> | undefined} fulfilled once it is answered; `undefined` for any other request
   */
  answer (req, res, url = req.originalUrl ?? req.url) {
    if (!url.startsWith(this.path) || (req.method !== 'GET' && req.method !== 'HEAD')) return undefined
    const [, name] = NAME.exec(url.slice(this.path.length)) ?? []
    if (name === undefined) return undefined
    this.makeForRequest()
    return this.send(req, res, name).catch(console.error)
  }

  async send (req, res, name) {
    const [coding = identity] = acceptedCodings(req.headers['accept-encoding'])
    const body = await this.bodyOf(name, coding).catch(() => undefined)
    // Others may have answered meanwhile, as after a timeout.
    if (res.headersSent) return
    if (body === undefined) return this.fail(res)
    this.counts.fetches++
    // Koa begins with 404.
    res.statusCode = 200
    res.setHeader('Content-Type', 'application/octet-stream')
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.setHeader('Use-As-Dictionary', this.match)
    addVary(res, 'Accept-Encoding')
    if (coding !== identity) res.setHeader('Content-Encoding', coding.name)
    res.setHeader('Content-Length', String(body.length))
    res.end(req.method === 'HEAD' ? undefined : body)
  }

  /** @returns {Promise<Buffer | undefined>} the dictionary; `undefined` if it has a different name */
  async bodyOf (name, coding) {
    await this.making
    if (name !== this.name) return undefined
    if (!this.bodies.has(coding)) {
      this.bodies.set(coding, this.inContext(() => coding.encodeOnce(this.dictionary.bytes)))
    }
    return this.bodies.get(coding)
  }

  /** The client asks for the dictionary of another deploy. */
  fail (res) {
    this.counts.failedFetches++
    res.statusCode = 404
    res.setHeader('Cache-Control', 'no-store')
    res.end()
  }

  /** See `types/index.d.ts`. */
  stats () {
    const { counts, dictionary } = this
    return { bytes: dictionary?.bytes.length ?? 0, texts: dictionary?.starts.size ?? 0, ...counts }
  }
}

/** @returns {string | undefined} the name of the dictionary in `Available-Dictionary`, if that is one */
function nameIn (header) {
  return AVAILABLE.exec(header)?.[1].replaceAll('+', '-').replaceAll('/', '_').slice(0, -1)
}

module.exports = { ServedDictionary }
