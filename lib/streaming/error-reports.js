'use strict'

const { ignore } = require('../util/errors')
const { withinTime } = require('../util/natives')
const { toError } = require('../page/async-chunk')
const { isPage, join } = require('../page/pending-rendered')
const { Substitute } = require('../page/splicer')

/** Milliseconds for `onError`: as long as a cached fragment may load by default. */
const LONGEST_WAIT = 30_000

/** Reports each error of a page to `onError` once, which may return a substitute page or a promise of one. */
class ErrorReports {
  constructor (onError) {
    /** Also `undefined` once it has failed itself. */
    this.onError = onError
    /** Error → what `onError` returned for it. @type {Map<unknown, Promise<{ page: unknown }>>} */
    this.results = new Map()
    /** Each ends a wait for `onError`. @type {((page: import('../page/rendered').Rendered) => void)[]} */
    this.waits = []
  }

  has (error) {
    return this.onError !== undefined && this.results.has(error)
  }

  /**
   * @param {unknown} [source] the original error, if the engine has wrapped it, once or more
   * @returns {Promise<{ page: unknown }>} the value that `onError` gave the first time, in a property, since a promise
   *   of a page would be awaited as a whole
   * @throws the error of `onError` itself, or one if it takes too long; it is not called again
   * @throws {TypeError} if `onError` gives text, which would be on the page unescaped
   */
  report (error, source = error) {
    const result = this.results.get(source) ?? this.call(error)
    this.results.set(source, result).set(error, result)
    return result
  }

  /** Gives the `Substitute`. @throws the error, if `onError` gives none; errors of `report` */
  async substituteFor (error, source) {
    const { page } = await this.report(error, source)
    if (this.onError === undefined || !isPage(page)) throw error
    return new Substitute(page)
  }

  async call (error) {
    try {
      const given = this.onError?.(error)
      const page = isPage(given) || typeof given?.then !== 'function' ? given : await this.waitFor(given)
      if (typeof page === 'string') {
        throw new TypeError('onError returned a string. Return html`…` as the substitute, or nothing')
      }
      return { page }
    } catch (thrown) {
      this.onError = undefined
      const failure = toError(thrown)
      if (failure instanceof Error && failure !== error && Object.isExtensible(failure)) failure.cause ??= error
      throw failure
    }
  }

  /** @returns {Promise<unknown>} the value of a promise of `onError`; an empty page if the render is cancelled first */
  waitFor (given) {
    const stopped = new Promise((resolve) => this.waits.push(resolve))
    const settled = () => Promise.race([given, stopped])
    return withinTime(settled, LONGEST_WAIT, `onError did not settle within ${LONGEST_WAIT} ms`, false)
  }

  /** Reports no further errors: cancelling may cause more. */
  cancel () {
    this.onError &&= ignore
    for (const stop of this.waits) stop(join([]))
  }
}

module.exports = { ErrorReports }
