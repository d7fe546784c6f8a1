'use strict'

/** How many instances of one package are kept, each for a set of options. */
const MOST = 16

/** The instances that a dialect makes of a template engine where the app has made none: one for each set of options. */
class Instances {
  /** @param {(engine: object, options: object) => object} create */
  constructor (create) {
    this.create = create
    /** Package → the instances made of it. @type {WeakMap<object, { options: object, instance: object }[]>} */
    this.made = new WeakMap()
  }

  /**
   * @param {object} engine the package
   * @param {object} options nobody else's
   */
  get (engine, options) {
    const list = this.made.get(engine) ?? []
    this.made.set(engine, list)
    const known = list.find((each) => isEqual(each.options, options))
    if (known) return known.instance

    const instance = this.create(engine, options)
    list.push({ options, instance })
    if (list.length > MOST) list.shift()
    return instance
  }
}

/** @returns {boolean} whether they have the same properties; lists, the same elements */
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
