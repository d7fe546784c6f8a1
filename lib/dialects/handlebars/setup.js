'use strict'

const { PLAIN } = require('./render')

/**
 * What a template does before each render (it wraps every helper of the
 * instance), left out while nothing has changed that it depends on. Of options
 * only `PLAIN` is known not to change.
 */
class Setup {
  /**
   * @param {object} env an instance of Handlebars
   * @param {Function} template of Handlebars, whose `_setup` is replaced
   * @param {boolean} lasts nothing in the template changes what was set up, as an inline
   *   partial does whose block throws
   */
  constructor (env, template, lasts) {
    this.env = env
    /** How many renders of the template are underway: they change what was set up. */
    this.depth = 0
    this.isClean = false
    this.isPlain = false
    this.partials = undefined
    this.helpers = {}
    this.decorators = {}

    const setUp = template._setup
    template._setup = (options) => {
      const isKept = this.isClean && this.isPlain && options === PLAIN && this.isUnchanged()
      this.isClean = false
      if (isKept) return
      this.isPlain = lasts && options === PLAIN
      if (this.isPlain) this.remember()
      setUp(options)
    }
  }

  /**
   * @returns {boolean} whether the instance has what it had
   */
  isUnchanged () {
    const { decorators, helpers, partials } = this.env
    return partials === this.partials && isSame(helpers, this.helpers) && isSame(decorators, this.decorators)
  }

  remember () {
    this.partials = this.env.partials
    this.helpers = { ...this.env.helpers }
    this.decorators = { ...this.env.decorators }
  }
}

/**
 * @param {object} now
 * @param {object} before
 * @returns {boolean} whether they have the same properties, in any order
 */
function isSame (now, before) {
  let count = 0
  for (const name in now) {
    if (now[name] !== before[name]) return false
    count++
  }
  for (const name in before) {
    if (count-- === 0 || !Object.hasOwn(now, name)) return false
  }
  return count === 0
}

module.exports = { Setup }
