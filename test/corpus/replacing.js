'use strict'

/** @returns {(engine: object) => void} replaces a method by a function, which gets the method before its arguments */
const replacing = (name, by) => (engine) => {
  const own = engine[name]
  engine[name] = function (...args) { return by((...given) => own.apply(this, given), ...args) }
}

module.exports = { replacing }
