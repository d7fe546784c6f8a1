'use strict'

const { randomBytes, randomInt } = require('node:crypto')
const { isPromise } = require('node:util/types')
const { isPage } = require('./pending-rendered')
const { Splicer, isLater } = require('./splicer')
const { StandIn } = require('./stand-in')

/**
 * What is in the text of a stand-in. Whatever else than the escaping of an engine is
 * done to text changes this as well: to strip tags, to cut or trim, to encode, to change
 * the case.
 */
const CANARY = '<Script src="x" onerror=\'javascript:x\'>&amp;`=\\/\n'

/** The first of the characters for private use, which nothing is done to, and how many there are. */
const PRIVATE = 0xe000
const PRIVATE_COUNT = 6400

/**
 * How an engine prints a value.
 *
 * @typedef {object} Printer
 * @property {(value: unknown) => string} raw
 * @property {(value: unknown) => string} escaped
 * @property {boolean} [awaits] it waits for promises by itself
 */

/**
 * The stand-ins of one try to render.
 */
class StandIns {
  /**
   * @param {object} given the locals, of which templates get copies
   * @param {Set<string>} taken the names of those that are given as they are
   * @param {Printer} printer
   * @param {{ has: (name: string) => boolean }} [looksInto] the names of those that the template
   *   does more with than to print them
   */
  constructor (given, taken, printer, looksInto) {
    this.given = given
    this.taken = taken
    this.printer = printer
    this.looksInto = looksInto
    /** What nobody outside of this render can write. */
    this.secret = randomBytes(12).toString('hex')
    /** What is left if text is cut. Pages have characters for private use, as icons are, but hardly these. */
    this.mark = String.fromCharCode(privateUse(), privateUse())
    /** What was printed, by the number in its text. @type {StandIn[]} */
    this.issued = []
    /** The numbers that were found where they can be replaced. @type {Set<number>} */
    this.found = new Set()
    /** @type {StandIn[]} */
    this.all = []
    this.locals = { ...given }
    for (const name in given) {
      if (!taken.has(name) && isLate(given[name], printer)) this.locals[name] = this.place(name, given[name])
    }
  }

  /**
   * @param {object} locals an object of this render's own
   * @param {Printer} printer
   * @param {{ has: (name: string) => boolean }} [looksInto] see `Program`
   * @returns {StandIns | undefined} nothing if all are there
   */
  static of (locals, printer, looksInto) {
    let isAny = false
    for (const name in locals) {
      const value = locals[name]
      if (typeof value !== 'object' || !isLater(value)) continue
      // It may reject before it is waited for.
      if (isPromise(value)) value.catch(() => {})
      isAny ||= isLate(value, printer)
    }
    return isAny ? new StandIns(locals, new Set(), printer, looksInto) : undefined
  }

  /**
   * @param {string} name
   * @param {object} value
   * @returns {object} what the template gets
   */
  place (name, value) {
    const standIn = new StandIn(name, value, this)
    if (this.looksInto?.has(name)) standIn.look()
    this.all.push(standIn)
    return standIn.object
  }

  /**
   * @param {StandIn} standIn
   * @returns {string} the text of one time that it is printed
   */
  issue (standIn) {
    return this.textOf(this.issued.push(standIn) - 1)
  }

  /**
   * @param {number} number
   * @returns {string}
   */
  textOf (number) {
    return ` ${this.mark}${CANARY}${this.secret}-${number}-${this.mark} `
  }

  /** Whether the template needs more of a local than a place on the page. */
  get isOpened () {
    return this.all.some(({ isOpened }) => isOpened)
  }

  /** Says that all of the page was filled: what was printed and not found has been changed, or compared. */
  end () {
    this.issued.forEach((standIn, number) => { if (!this.found.has(number)) standIn.isOpened = true })
  }

  /**
   * Opens all that were printed, if the template has failed with the text of one.
   *
   * @param {unknown} error
   */
  blame (error) {
    if (String(error?.message).includes(this.mark)) this.openIssued()
  }

  openIssued () {
    for (const standIn of this.issued) standIn.isOpened = true
  }

  error () {
    return this.all.find(({ isOpened }) => isOpened).error()
  }

  /**
   * @returns {Promise<StandIns>} for another try, which has those that were looked into
   * @throws what one of these fails with
   */
  async resolved () {
    const opened = this.all.filter(({ isOpened }) => isOpened)
    const awaited = opened.filter(({ isTaken }) => !isTaken)
    const entries = await Promise.all(awaited.map(async (standIn) => [standIn.name, await standIn.resolve()]))
    const taken = opened.filter(({ isTaken }) => isTaken).map(({ name }) => name)
    return new StandIns({ ...this.given, ...Object.fromEntries(entries) }, new Set([...this.taken, ...taken]), this.printer, this.looksInto)
  }

  /**
   * @param {import('./rendered').Chunk[]} chunks that the template has written
   * @returns {import('./rendered').Rendered | import('./pending-rendered').PendingRendered}
   *   with the values, where their stand-ins are; not to be used if one was opened by that
   */
  fill (chunks) {
    const out = new Splicer()
    for (const chunk of chunks) {
      if (typeof chunk === 'string') this.fillText(out, chunk)
      else out.splice({ chunks: [chunk] })
    }
    return out.end()
  }

  /**
   * @param {string} text that is none of the page's yet
   * @returns {Promise<string>} with what all the values give
   * @throws what one of them fails with
   */
  async filled (text) {
    return String(await this.fill([text]))
  }

  /**
   * @param {Splicer} out
   * @param {string} text
   */
  fillText (out, text) {
    let last = { end: 0, isRaw: false }
    for (let at = text.indexOf(this.secret); at !== -1; at = text.indexOf(this.secret, last.end)) {
      const place = this.placeAt(text, at)
      if (place === undefined || place.start < last.end) break
      // Handlebars adds numbers that are printed one behind the other.
      if (place.isRaw && last.isRaw && place.start === last.end) this.issued[place.number].isOpened = true
      this.write(out, text.slice(last.end, place.start))
      this.found.add(place.number)
      this.fillPlace(out, place)
      last = place
    }
    this.write(out, text.slice(last.end))
  }

  /**
   * @param {Splicer} out
   * @param {string} text without stand-ins, unless it has what has been made of their text
   */
  write (out, text) {
    if (text.includes(this.mark) || text.includes(this.secret)) this.openIssued()
    out.text += text
  }

  /**
   * @param {string} text
   * @param {number} at where in it the secret is
   * @returns {{ number: number, isRaw: boolean, start: number, end: number } | undefined}
   *   nothing if what is around it is not as it was printed
   */
  placeAt (text, at) {
    const number = Number.parseInt(text.slice(at + this.secret.length + 1), 10)
    if (this.issued[number] === undefined) return
    const raw = this.textOf(number)
    const escaped = String(this.printer.escaped(raw))
    const spanOf = (form) => {
      const start = at - form.indexOf(this.secret)
      return start >= 0 && text.startsWith(form, start) ? { number, start, end: start + form.length } : undefined
    }
    const asEscaped = escaped === raw ? undefined : spanOf(escaped)
    if (asEscaped) return { ...asEscaped, isRaw: false }
    const asRaw = spanOf(raw)
    return asRaw && { ...asRaw, isRaw: true }
  }

  /**
   * @param {Splicer} out
   * @param {{ number: number, isRaw: boolean }} place
   */
  fillPlace (out, { number, isRaw }) {
    const { value } = this.issued[number]
    if (isRaw) this.writeRaw(out, value)
    else out.wait(value, this.writeEscaped)
  }

  writeRaw = (out, value) => {
    // The parts of a page may come one after the other.
    if (isPage(value)) out.splice(value)
    else if (isLater(value)) out.wait(value, this.writeRaw)
    else out.text += this.printer.raw(value)
  }

  writeEscaped = (out, value) => {
    if (isLater(value)) out.wait(value, this.writeEscaped)
    else out.text += this.printer.escaped(value)
  }
}

/**
 * @param {unknown} value of a local
 * @param {Printer} printer
 * @returns {boolean} whether a stand-in is to be in its place
 */
function isLate (value, printer) {
  return typeof value === 'object' && isLater(value) && !(printer.awaits && isPromise(value))
}

/**
 * @returns {number} the code of any character for private use
 */
function privateUse () {
  return PRIVATE + randomInt(PRIVATE_COUNT)
}

module.exports = { StandIns }
