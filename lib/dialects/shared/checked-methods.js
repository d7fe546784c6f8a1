'use strict'

const { digestOf } = require('./is-unmodified')
const { memoize } = require('../../util/memoize')

/** The length of the digests in the tables of the dialects. */
const LENGTH = 12

/** In place of a digest: any code. A dialect calls the method, and keeps the result. */
const ANY = '*'

/** Methods of an engine whose code has been compared with known digests, and which an app may replace later. */
class CheckedMethods {
  constructor () {
    /** @type {{ owner: object, name: string, fn: Function, label: string }[]} */
    this.methods = []
    this.areSame = undefined
  }

  /**
   * @param {Record<string, object>} owners prototypes and other objects, by name
   * @param {Record<string, Record<string, string>>} known digests by owner and method
   * @returns {string | undefined} the first method with other code
   */
  findUnknown (owners, known) {
    for (const [type, digests] of Object.entries(known)) {
      const unknown = Object.keys(digests).find((name) => !this.check(owners[type], [name], digests[name], type))
      if (unknown !== undefined) return `${type}.${unknown}`
    }
  }

  /**
   * @param {string[]} names of methods, some of which the owner may lack
   * @param {string} digests of the code of all, one for each variant
   * @param {string} type the name of the owner
   * @returns {boolean} whether they have one of the digests
   */
  check (owner, names, digests, type) {
    const isKnown = digests === ANY || digests.includes(shortDigestOf(names.map((name) => owner[name])))
    if (isKnown) this.methods.push(...names.map((name) => ({ owner, name, fn: owner[name], label: `${type}.${name}` })))
    return isKnown
  }

  /** @returns {string | undefined} the first method that has been replaced since its check */
  findReplaced () {
    this.areSame ??= createComparison(this.methods)
    return this.areSame() ? undefined : this.methods.find(({ owner, name, fn }) => owner[name] !== fn)?.label
  }
}

/** Every render compares. A loop takes 900 ns for the methods of the largest engine, generated code 290 ns. */
function createComparison (methods) {
  const given = methods.flatMap(({ owner, fn }) => [owner, fn])
  const parameters = given.map((_, i) => `v${i}`)
  const code = methods.map(({ name }, i) => `v${2 * i}[${JSON.stringify(name)}] === v${2 * i + 1}`).join(' && ')
  try {
    return new Function(...parameters, `return () => ${code}`)(...given) // eslint-disable-line no-new-func
  } catch {
    // With --disallow-code-generation-from-strings
    return () => methods.every(({ owner, name, fn }) => owner[name] === fn)
  }
}

function shortDigestOf (functions) {
  return digestOf(functions).slice(0, LENGTH)
}

const digestOfFunction = memoize((fn) => shortDigestOf([fn]))

/** @returns {boolean} whether it is a function with one of these digests, one for each variant of an engine's own */
function isOwnFunction (fn, digests) {
  return typeof fn === 'function' && digests.includes(digestOfFunction(fn))
}

module.exports = { ANY, CheckedMethods, isOwnFunction }
