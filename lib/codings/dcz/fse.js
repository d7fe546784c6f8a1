'use strict'

/** Writes symbols in a finite state entropy code (RFC 8878, section 4.1), the last first: decoders read backwards. */
class FseWriter {
  /**
   * @param {number} log the logarithm of the number of states
   * @param {number[]} counts the states of each symbol; -1 is a rare one
   */
  constructor (log, counts) {
    this.log = log
    /** The state of the latest symbol. */
    this.state = -1
    /** (Symbol, next state) → `state | value << 8 | bits << 16`: the bits lead decoders from this state to the next. */
    this.steps = new Uint32Array(counts.length << log)
    const next = counts.map(Math.abs)
    spread(counts, 1 << log).forEach((symbol, state) => {
      const bits = log - 31 + Math.clz32(next[symbol])
      const first = (next[symbol]++ << bits) - (1 << log)
      for (let value = 0; value < 1 << bits; value++) {
        this.steps[symbol << log | first + value] = state | value << 8 | bits << 16
      }
    })
  }

  write (writer, symbol) {
    const step = this.steps[symbol << this.log | Math.max(this.state, 0)]
    if (this.state >= 0) writer.put(step >>> 8 & 0xff, step >>> 16)
    this.state = step & 0xff
  }

  /** Writes the state in which decoders begin. */
  end (writer) {
    writer.put(this.state, this.log)
    this.state = -1
  }
}

/** @returns {number[]} the symbol of each state (section 4.1.1) */
function spread (counts, size) {
  const symbols = new Array(size)
  let end = size
  counts.forEach((count, symbol) => { if (count < 0) symbols[--end] = symbol })
  let state = 0
  counts.forEach((count, symbol) => {
    for (; count > 0; count--) {
      symbols[state] = symbol
      do state = state + (size >> 1) + (size >> 3) + 3 & size - 1; while (state >= end)
    }
  })
  return symbols
}

/** Ends a stream that decoders read backwards: its last bit tells where it begins. */
function endStream (writer) {
  writer.put(1, 1)
  writer.align()
}

module.exports = { FseWriter, endStream }
