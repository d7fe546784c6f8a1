'use strict'

/** Names that in the memory of a `Mustache.Context` are not just names. */
const ODD_NAMES = ['__proto__', 'hasOwnProperty']

/**
 * Where names are looked up. It takes the place of a `Mustache.Context`, which
 * remembers values as properties of an object: in a list of many items that
 * costs more than all else.
 */
class Scope {
  /**
   * @param {unknown} view
   * @param {Scope | undefined} parent
   * @param {boolean} remembers the values of names, so that a getter is asked but
   *   once; without need where no name is looked up twice
   */
  constructor (view, parent, remembers) {
    this.view = view
    /** The memory as the engine has it, once an odd name was looked up. */
    this.cache = undefined
    this.parent = parent
    /** What was looked up so far, and what it was. */
    this.names = remembers ? [] : undefined
    this.values = remembers ? [] : undefined
  }
}

/**
 * @param {Scope} scope one that remembers
 * @returns {Scope} the same, from now on with the memory that the engine would have
 */
function withCache (scope) {
  scope.cache = { '.': scope.view }
  scope.names.forEach((name, index) => { scope.cache[name] = scope.values[index] })
  return scope
}

module.exports = { ODD_NAMES, Scope, withCache }
