'use strict'

/** Runtime options whose objects an app may change between two renders. */
const CHANGING = ['partial', 'helpers', 'partials', 'decorators', 'allowedProtoProperties', 'allowedProtoMethods']

/**
 * What a template does before each render (it wraps every helper of the
 * instance), left out while nothing has changed that it depends on.
 */
class Setup {
  /**
   * @param {object} env an instance of Handlebars
   * @param {Function} template of Handlebars, whose `_setup` is replaced
   */
  constructor (env, template) {
    this.env = env
    /** How many renders of the template are underway: they change what was set up. */
    this.depth = 0
    this.isClean = false
    this.options = undefined
    this.partials = undefined
    this.helpers = {}
    this.decorators = {}

    const setUp = template._setup
    template._setup = (options) => {
      if (this.isClean && options === this.options && this.isUnchanged()) {
        this.isClean = false
        return
      }
      this.isClean = false
      this.remember(options)
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

  /**
   * @param {object} options of a render
   */
  remember (options) {
    this.options = CHANGING.some((name) => options[name] !== undefined) ? undefined : options
    if (this.options === undefined) return
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
