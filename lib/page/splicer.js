'use strict'

const { isPromise } = require('node:util/types')
const { AsyncChunk, isIterable } = require('./async-chunk')
const { PendingRendered, isPage } = require('./pending-rendered')
const { Rendered } = require('./rendered')

/**
 * What a program writes into during one render. Text is coalesced until
 * something that is bytes already comes along, as a buffered writer does.
 */
class Splicer {
  /** @param {object} [outer] the splicer of the page that this is a part of */
  constructor (outer) {
    /** Whether the page is streamed: only there the values that are printed may be promises. */
    this.isStreaming = outer?.isStreaming ?? false
    /** The file of the template, where that is known: errors name it. @type {string | undefined} */
    this.view = outer?.view
    /** Text since the last chunk. Programs may append to it directly. */
    this.text = ''
    /** @type {import('./rendered').Chunk[]} */
    this.chunks = []
    /** Whether a chunk is a place. */
    this.pending = false
  }

  /** @param {Exclude<import('./rendered').Chunk, string>} fragment */
  fragment (fragment) {
    this.flush()
    this.chunks.push(fragment)
  }

  /** Puts another render into this one; its fragments stay fragments, and what it waits for is waited for here. */
  splice (rendered) {
    for (const chunk of rendered.chunks) {
      if (typeof chunk === 'string') this.text += chunk
      else if (chunk instanceof AsyncChunk) this.place(chunk.again())
      else this.fragment(chunk)
    }
  }

  /**
   * Keeps a place for what is not known yet.
   *
   * @param {PromiseLike<unknown> | AsyncIterable<unknown>} value
   * @param {(out: Splicer, value: unknown) => void} write writes what it gives
   */
  wait (value, write) {
    this.place(AsyncChunk.of(value, (given) => {
      const out = new Splicer(this)
      write(out, given)
      return out.end()
    }))
  }

  /**
   * Keeps a place for what is printed unescaped. Text is refused: a function that makes text safe
   * may hand on what is no string, as a promise is not, and the text would get onto the page unseen.
   *
   * @param {PromiseLike<unknown> | AsyncIterable<unknown>} value has to give a page, or pages
   */
  waitForPage (value) {
    writePage(this, value)
  }

  place (later) {
    this.flush()
    this.chunks.push(later)
    this.pending = true
  }

  /**
   * Says that all that was written so far stays as it is, and that the program is
   * going to wait: where a page is streamed, it can go.
   */
  ready () {}

  /** Says that all is written: what else a program writes is none of the page, where that is streamed. */
  complete () {}

  /**
   * Says that a program is going to wait for what it prints next.
   *
   * @returns {unknown} the value, or a promise of an `Fallback` of it
   */
  segment (value) {
    return value
  }

  /**
   * Asks for what is put in the place of a segment that has failed.
   *
   * @param {unknown} [source] what an engine has worded as this error
   * @returns {Promise<Fallback>}
   * @throws the error, if there is nothing
   */
  instead (error) {
    throw error
  }

  flush () {
    if (this.text === '') return
    this.chunks.push(this.text)
    this.text = ''
  }

  /** @returns {Rendered|PendingRendered} the latter if something was waited for */
  end () {
    this.flush()
    return this.pending ? new PendingRendered(this.chunks) : new Rendered(this.chunks)
  }
}

/** A page that is printed in the place of a value that has failed, escaped already. */
class Fallback {
  /** @param {Rendered | PendingRendered} page */
  constructor (page) {
    this.page = page
  }
}

/**
 * @param {Splicer} out
 * @throws {TypeError} if it is no page
 */
function writePage (out, value) {
  if (isPage(value)) out.splice(value)
  else if (isAsyncValue(value)) out.wait(value, writePage)
  else throw new TypeError(`${out.view ?? 'A page'}: what is printed unescaped came late and is of type ${value === null ? 'null' : typeof value}; it has to be html\`…\`, or html.raw(text) for text that is safe`)
}

/**
 * @param {unknown} value that is to be printed
 * @returns {boolean} whether it is not there yet: a promise, what gives values one after
 *   the other, or a page that has such. To an engine it would be `[object Promise]`. Other
 *   thenables are what they are: a query of a database runs when its `then` is called.
 */
function isAsyncValue (value) {
  if (typeof value !== 'object' || value === null) return false
  if (isPromise(value) || value instanceof PendingRendered) return true
  return isIterable(value) && typeof value.then !== 'function' && !isRequest(value)
}

/**
 * @returns {boolean} whether it is a request that the app has got: apps give it to their views for what
 *   it says, and not to have its body on the page
 */
function isRequest (value) {
  return typeof value.method === 'string' && typeof value.url === 'string' && typeof value.headers === 'object'
}

module.exports = { Fallback, Splicer, isAsyncValue, writePage }
