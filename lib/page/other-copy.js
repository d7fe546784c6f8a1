'use strict'

const { version } = require('../../package.json')

/** The property of pages, and of responses that accept them, in each copy of the package: its version. */
const VERSION = Symbol.for('buffered-render.version')

/** @throws {TypeError} if the value, no page of this copy of the package, is one of another copy, which would print as text */
function refuseOtherCopy (value) {
  const other = value?.[VERSION]
  if (other === undefined) return
  throw new TypeError(`A page of buffered-render ${other} was passed to buffered-render ${version}, because two copies of the package are loaded. Install one copy: npm ls buffered-render`)
}

module.exports = { VERSION, refuseOtherCopy, version }
