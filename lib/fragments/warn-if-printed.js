'use strict'

/** The names of the fragments that were warned about. @type {Set<string>} */
const warned = new Set()

/** Warns, once for each fragment, if its promise is printed: as `[object Promise]`, like any promise. */
function warnIfPrinted (promise, name) {
  function toString () {
    const message = `The cached fragment "${name}" was printed without await, as [object Promise]. ` +
      'Await it before the render, or use renderStream'
    if (!warned.has(name)) process.emitWarning(message, { code: 'BUFFERED_RENDER_FRAGMENT' })
    warned.add(name)
    return Object.prototype.toString.call(this)
  }
  return Object.defineProperty(promise, 'toString', { value: toString })
}

module.exports = { warnIfPrinted }
