'use strict'

const { randomBytes } = require('node:crypto')
const { isPromise } = require('node:util/types')
const { isPage } = require('./pending-rendered')
const { Splicer, isLater } = require('./splicer')

/** What nobody outside of this process can write: text that has it is a stand-in's. */
const SECRET = randomBytes(16).toString('hex')

/**
 * The text of a stand-in, escaped by the template or not, with its number: every
 * engine escapes `<` and `>` alike.
 */
const PRINTED = new RegExp(`<${SECRET}-(\\d+)>|&lt;${SECRET}-(\\d+)&gt;`)

/**
 * How an engine prints a value.
 *
 * @typedef {object} Printer
 * @property {(value: unknown) => string} raw
 * @property {(value: unknown) => string} escaped
 * @property {boolean} [awaits] it waits for promises by itself
 */

/**
 * Stands for a local that is not there yet, in a template that cannot wait for it: its
 * text says where on the page it is to be.
 */
class StandIn {
  constructor (number, value) {
    Object.defineProperties(this, { number: { value: number }, value: { value } })
  }

  toString () {
    return `<${SECRET}-${this.number}>`
  }

  toJSON () {
    return this.toString()
  }
}

/** Stands for a promise, and can be awaited. */
class PromisedStandIn extends StandIn {
  then (onFulfilled, onRejected) {
    return this.value.then(onFulfilled, onRejected)
  }
}

/**
 * The stand-ins of one render.
 */
class StandIns {
  /**
   * @param {Printer} printer
   */
  constructor (printer) {
    this.printer = printer
    this.values = []
  }

  /**
   * Puts stand-ins in the place of all locals that are not there yet.
   *
   * @param {object} locals an object of this render's own
   * @param {Printer} printer
   * @returns {StandIns | undefined} nothing if there is none
   */
  static of (locals, printer) {
    let standIns
    for (const name in locals) {
      const value = locals[name]
      if (typeof value !== 'object' || !isLater(value)) continue
      if (printer.awaits && isPromise(value)) {
        // It may reject before the template waits for it.
        value.catch(() => {})
      } else {
        standIns ??= new StandIns(printer)
        locals[name] = standIns.place(value)
      }
    }
    return standIns
  }

  /**
   * @param {object} value
   * @returns {StandIn}
   */
  place (value) {
    const number = this.values.push(value) - 1
    return isPromise(value) ? new PromisedStandIn(number, value) : new StandIn(number, value)
  }

  /**
   * @param {import('./rendered').Chunk[]} chunks that the template has written
   * @returns {import('./rendered').Rendered | import('./pending-rendered').PendingRendered}
   *   with the values, where their stand-ins are
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
   * @param {Splicer} out
   * @param {string} text
   */
  fillText (out, text) {
    // Text, the number of one that is not escaped, of one that is, text, and so on.
    const parts = text.split(PRINTED)
    out.text += parts[0]
    for (let i = 1; i < parts.length; i += 3) {
      const [raw, escaped, rest] = parts.slice(i, i + 3)
      const value = this.values[raw ?? escaped]
      // The parts of a page may come one after the other.
      if (raw !== undefined && isPage(value)) out.splice(value)
      else out.wait(value, raw === undefined ? this.writeEscaped : this.writeRaw)
      out.text += rest
    }
  }

  writeRaw = (out, value) => {
    if (isPage(value)) out.splice(value)
    else out.text += this.printer.raw(value)
  }

  writeEscaped = (out, value) => {
    out.text += this.printer.escaped(value)
  }
}

/**
 * @param {unknown} value
 * @returns {string} what engines print for it: nothing for null and undefined
 */
function textOf (value) {
  return value === null || value === undefined ? '' : String(value)
}

module.exports = { StandIns, textOf }
