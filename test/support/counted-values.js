'use strict'

/** An async iterable that counts what is asked of it. */
class CountedValues {
  /**
   * @param {Iterable<unknown>} values promises of values too; those of a generator are
   *   made when they are asked for
   */
  constructor (values) {
    this.values = values[Symbol.iterator]()
    /** How many were asked for. */
    this.pulled = 0
    /** How often it was given up before its end. */
    this.returned = 0
  }

  [Symbol.asyncIterator] () {
    return this
  }

  async next () {
    this.pulled++
    const { value, done } = this.values.next()
    return { value: await value, done }
  }

  async return () {
    this.returned++
    return { value: undefined, done: true }
  }
}

module.exports = { CountedValues }
