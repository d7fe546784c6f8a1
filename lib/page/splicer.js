'use strict'

const { isPromise } = require('node:util/types')
const { brand } = require('./brand')
const { AsyncChunk, isIterable } = require('./async-chunk')
const { PendingRendered, isPage } = require('./pending-rendered')
const { Rendered } = require('./rendered')

/** Collects the output of one render. Text is coalesced up to the next static fragment, as in a buffered writer. */
class Splicer {
  constructor (outer) {
    /** Whether the page is streamed. Only then may a printed promise become an async chunk. */
    this.isStreaming = outer?.isStreaming ?? false
    /** The file of the template, for error messages. @type {string | undefined} */
    this.filename = outer?.filename
    /** What streams the page. @type {import('../streaming/streaming-render').StreamingRender | undefined} */
    this.streamingRender = outer?.streamingRender
    /** Text since the last chunk. Programs may append to it directly. */
    this.text = ''
    this.chunks = []
    /** Whether one of the chunks is an async chunk. */
    this.isPending = false
    /** Why the engine renders the template; programs set it. @type {string | undefined} */
    this.engineFallback = undefined
    /** The finished page. @type {Rendered | PendingRendered | undefined} */
    this.page = undefined
  }

  fragment (fragment) {
    this.flush()
    this.chunks.push(fragment)
  }

  /** Splices another page into this one. Its static fragments stay fragments, its async chunks stay async chunks. */
  splice (rendered) {
    const { chunks, isPending } = rendered
    for (const chunk of chunks) {
      if (typeof chunk === 'string') this.text += chunk
      else if (isPending && chunk instanceof AsyncChunk) this.asyncChunk(chunk.clone())
      else this.fragment(chunk)
    }
  }

  /** @param {(out: Splicer, value: unknown) => void} write writes each value of the async chunk once it is there */
  wait (value, write) {
    this.asyncChunk(AsyncChunk.of(value, (given) => {
      const out = new Splicer(this)
      write(out, given)
      return out.end()
    }))
  }

  /**
   * Adds an async chunk for a value that is printed unescaped. It must give pages, never text: a sanitizer
   * returns a promise unchanged, and the text would reach the page unsanitized.
   */
  waitForPage (value) {
    if (isPage(value)) return this.splice(value)
    if (isAsyncValue(value)) return this.wait(value, (out, given) => out.waitForPage(given))
    const type = value === null ? 'null' : typeof value
    throw new TypeError(`${this.filename ?? 'A page'}: ` +
      `a promise or stream that is printed unescaped gave a value of type ${type}. ` +
      'It must give html`…`, or html.raw(text) for safe text')
  }

  asyncChunk (chunk) {
    this.flush()
    this.chunks.push(chunk)
    this.isPending = true
  }

  /** Marks the output so far, which a streamed page sends, as final, before the program waits. */
  ready () {}

  /**
   * Marks the output so far as final, before the program awaits a value, and at each turn of a loop that awaits.
   *
   * @returns {unknown} the value, or a promise of it: in a streamed page, the program waits for its client
   */
  paced (value) {
    return this.streamingRender === undefined ? value : this.streamingRender.paced(value)
  }

  /** Takes the page, at the end of a program: what a callback of the template writes later is not on it. */
  complete () {
    this.page = this.end()
  }

  /**
   * Marks the output so far as final, before the program awaits a value that it prints next: the one that is returned.
   * In a streamed page with `onError`, it is a promise of the value or its `Substitute`.
   */
  readyFor (value) {
    return this.paced(value)
  }

  /** Gives the substitute of a failed chunk of a streamed page, see `ErrorReports`. @throws the error without one */
  substituteFor (error) {
    throw error
  }

  flush () {
    if (this.text === '') return
    this.chunks.push(this.text)
    this.text = ''
  }

  end () {
    if (this.page !== undefined) return this.page
    // Most calls of html`…` give a short text. An array that grows by `push` has room for 17 chunks.
    if (this.chunks.length === 0) return Rendered.ofText(this.text)
    this.flush()
    const { chunks } = this
    this.chunks = []
    return this.isPending ? new PendingRendered(chunks) : new Rendered(chunks)
  }
}

/** The page that replaces a failed value. It is already escaped. */
class Substitute {
  constructor (page) {
    this.page = page
  }
}

/**
 * @returns {boolean} whether the value becomes an async chunk: a promise, an async iterable, a stream, or a page
 *   with async chunks. Other thenables do not: a database query runs when its `then` is called.
 */
function isAsyncValue (value) {
  if (typeof value !== 'object' || value === null) return false
  if (isPromise(value) || value instanceof PendingRendered) return true
  return isIterable(value) && typeof value.then !== 'function' && !isRequest(value)
}

/** Whether the value is an HTTP request, which apps pass to views for its properties, not for its body. */
function isRequest (value) {
  return typeof value.method === 'string' && typeof value.url === 'string' && typeof value.headers === 'object'
}

brand(Substitute, () => false)

module.exports = { Splicer, Substitute, isAsyncValue }
