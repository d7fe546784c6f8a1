'use strict'

/**
 * Has a template set up its container only when something has changed that this depends on:
 * Handlebars wraps every helper of the instance before each render.
 *
 * @param {object} env an instance of Handlebars
 * @param {Function} template of Handlebars without decorators, which change what was set up
 * @param {object} plainOptions the one options object that never changes
 */
function keepSetup (env, template, plainOptions) {
  const setUp = template._setup
  let before
  template._setup = (options) => {
    const isPlain = options === plainOptions
    if (isPlain && before !== undefined && isUnchanged(env, before)) return
    before = undefined
    setUp(options)
    if (isPlain) before = { partials: env.partials, helpers: { ...env.helpers }, decorators: { ...env.decorators } }
  }
}

function isUnchanged (env, { partials, helpers, decorators }) {
  return env.partials === partials && isSame(env.helpers, helpers) && isSame(env.decorators, decorators)
}

/** Whether two objects have the same properties, in any order. */
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

module.exports = { keepSetup }
