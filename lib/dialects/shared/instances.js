'use strict'

const { memoize } = require('../../util/memoize')

/** The number of cached instances of one package. */
const MAX_INSTANCES = 16

/** The instances of an engine where the app has none, see `types/template.d.ts`. */
class Instances {
  constructor (create) {
    this.create = create
    /** The instances of a package, oldest first. @type {(engine: object) => { options: object, instance: object }[]} */
    this.instancesOf = memoize(() => [])
  }

  get (engine, options) {
    const list = this.instancesOf(engine)
    const cached = list.find((each) => isEqual(each.options, options))
    if (cached) return cached.instance

    const instance = this.create(engine, { ...options })
    list.push({ options, instance })
    if (list.length > MAX_INSTANCES) list.shift()
    return instance
  }
}

/** @returns {boolean} whether two objects have the same properties, or arrays the same elements */
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

module.exports = { Instances, isEqual, isSame }
