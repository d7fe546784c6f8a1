'use strict'

/** The names of the fragments that were named. @type {Set<string>} */
const warned = new Set()

/** Warns, once for each fragment, if its promise is printed: as `[object Promise]`, like any promise. */
function warnIfPrinted (promise, name) {
  function toString () {
    if (!warned.has(name)) process.emitWarning(messageFor(name), { code: 'BUFFERED_RENDER_FRAGMENT' })
    warned.add(name)
    return Object.prototype.toString.call(this)
  }
  return Object.defineProperty(promise, 'toString', { value: toString })
}

function messageFor (name) {
  return `The cached fragment "${name}" was printed without await, as [object Promise]. Await it before the render, or use renderStream`
}

module.exports = { warnIfPrinted }
