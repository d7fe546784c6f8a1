'use strict'

const { codeDigestOf, publishedCodeOf } = require('../../util/code-digest')
const { memoize } = require('../../util/memoize')
const { WatchedMethods } = require('../../util/watched-methods')

/**
 * What is known of an engine: guards/<package>.json, which `npm run test:engines -- --learn` writes.
 *
 * @typedef {object} Guard
 * @property {string} package
 * @property {[oldest: string, newest: string][]} versions whose templates are spliced
 * @property {string[]} [builds] releases with the same code: "3.2.0 to 3.2.4"; "10.30.0 import" for what `import` loads
 * @property {Record<string, Record<string, string | Record<string, string[]>>>} [code] owner → method → its digest in
 *   all builds, or digest → the builds that have it
 */

/** The code of an engine's functions. A release is known if all of its functions have the code of one build. */
class KnownCode {
  /** @param {Guard} guard one with `builds` and `code` */
  constructor ({ builds, code }) {
    this.builds = builds
    this.code = code
  }

  /** @returns {string[]} the builds in which a method has the code of this function */
  buildsOf (owner, method, fn) {
    const known = this.code[owner][method]
    if (typeof known === 'string') return known === codeDigestOf(fn) ? this.builds : []
    return known?.[codeDigestOf(fn)] ?? []
  }

  /** @returns {(fn: unknown) => boolean} whether a value is a function with the method's code in one of the builds */
  recognizer (owner, method) {
    const isKnown = memoize((fn) => this.buildsOf(owner, method, fn).length > 0)
    return (fn) => typeof fn === 'function' && isKnown(fn)
  }
}

/** The methods of one copy of an engine. When checked, all have the code of one build; apps may replace them later. */
class CheckedMethods extends WatchedMethods {
  /** @param {KnownCode} known */
  constructor (known) {
    super()
    this.known = known
    /** The builds that have the code of all methods. */
    this.builds = known.builds
  }

  /**
   * @param {string} type the name of the owner, a prototype or another object
   * @param {string[]} [names] those of methods, by default all that are known
   * @returns {string | undefined} the first method, as "Owner.method", without the code of a build to which all methods
   *   checked before belong
   */
  findUnknown (type, owner, names = Object.keys(this.known.code[type])) {
    let { builds } = this
    for (const name of names) {
      const found = this.known.buildsOf(type, name, owner[name])
      builds = builds.filter((build) => found.includes(build))
      if (builds.length === 0) return `${type}.${name}`
    }
    this.builds = builds
    this.watch(type, owner, names)
  }
}

/**
 * Creates a check for functions of an engine whose releases each differ in other places, so that digests would not do.
 *
 * @param {Record<string, RegExp>} patterns those of code as `publishedCodeOf` gives it, or of parts of it
 * @returns {(name: string, fn: unknown) => boolean} whether a value is the function of that name; renders ask for it
 */
function createCodeCheck (patterns) {
  const checks = Object.fromEntries(Object.entries(patterns).map(([name, pattern]) =>
    [name, memoize((fn) => pattern.test(publishedCodeOf(fn)))]))
  return (name, fn) => typeof fn === 'function' && checks[name](fn)
}

module.exports = { CheckedMethods, KnownCode, createCodeCheck }
