'use strict'

/** The number of instances that are kept for one package. */
const MAX_INSTANCES = 16

/** The instances that a dialect creates of a template engine when the app has created none: one for each set of options. */
class Instances {
  /** @param {(engine: object, options: object) => object} create */
  constructor (create) {
    this.create = create
    /** Maps a package to its instances. @type {WeakMap<object, { options: object, instance: object }[]>} */
    this.instanceCache = new WeakMap()
  }

  /**
   * Returns the instance for a set of options.
   *
   * @param {object} engine the package
   * @param {object} options must not change later
   */
  get (engine, options) {
    const list = this.instanceCache.get(engine) ?? []
    this.instanceCache.set(engine, list)
    const entry = list.find((each) => isEqual(each.options, options))
    if (entry) return entry.instance

    const instance = this.create(engine, options)
    list.push({ options, instance })
    if (list.length > MAX_INSTANCES) list.shift()
    return instance
  }
}

/** @returns {boolean} whether two objects have the same properties; arrays are compared by their elements */
function isEqual (a, b) {
  for (const name in a) {
    if (!(name in b) || !isSame(a[name], b[name])) return false
  }
  return Object.keys(a).length === Object.keys(b).length
}

function isSame (a, b) {
  if (a === b) return true
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, i) => each === b[i])
}

module.exports = { Instances, isEqual }
