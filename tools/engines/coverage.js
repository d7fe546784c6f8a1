'use strict'

const fs = require('node:fs')
const { Session } = require('node:inspector/promises')
const { fileURLToPath } = require('node:url')

/** @typedef {{ start: number, end: number, code: string }} Part of a file */

/** Which parts of functions have run, by V8's precise coverage. To be started before the functions are loaded. */
class Coverage {
  async start () {
    this.session = new Session()
    this.session.connect()
    await this.session.post('Profiler.enable')
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /**
   * @param {Function[]} functions
   * @returns {Promise<{ start: number, end: number, file: string, missed: Part[] }[]>} where the source of each stands in its file,
   *   and its parts that have never run: blocks, and functions in it
   */
  async of (functions) {
    const { result } = await this.session.post('Profiler.takePreciseCoverage')
    const sources = new Map()
    return Promise.all(functions.map(async (fn) => {
      const { scriptId, lineNumber, columnNumber } = await this.placeOf(fn)
      const { url, functions: covered } = result.find((script) => script.scriptId === scriptId)
      const file = url.startsWith('file:') ? fileURLToPath(url) : url
      if (!sources.has(file)) sources.set(file, fs.readFileSync(file, 'utf8'))
      const source = sources.get(file)
      const place = offsetOf(source, lineNumber, columnNumber)
      const around = covered.map(({ ranges }) => ranges[0]).filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset)
      const { startOffset: start, endOffset: end } = around.at(-1)
      const ranges = covered.flatMap(({ ranges }) => ranges).filter(({ count, startOffset, endOffset }) => count === 0 && startOffset >= start && endOffset <= end)
      return { file, start, end, missed: outermost(ranges).map(({ startOffset, endOffset }) => ({ start: startOffset, end: endOffset, code: source.slice(startOffset, endOffset) })) }
    }))
  }

  /** @returns {Promise<{ scriptId: string, lineNumber: number, columnNumber: number }>} where a function begins */
  async placeOf (fn) {
    globalThis.placed = fn
    const { result } = await this.session.post('Runtime.evaluate', { expression: 'globalThis.placed' })
    delete globalThis.placed
    const { internalProperties } = await this.session.post('Runtime.getProperties', { objectId: result.objectId, ownProperties: true })
    return internalProperties.find(({ name }) => name === '[[FunctionLocation]]').value.value
  }
}

/** @returns {number} the position of a column of a line, both counted from 0 */
function offsetOf (source, line, column) {
  let start = 0
  for (; line > 0; line--) start = source.indexOf('\n', start) + 1
  return start + column
}

/** @returns {object[]} the ranges that no other one contains */
function outermost (ranges) {
  const isIn = (a, b) => a !== b && b.startOffset <= a.startOffset && a.endOffset <= b.endOffset
  return ranges.filter((range) => !ranges.some((other) => isIn(range, other)))
}

module.exports = { Coverage }
