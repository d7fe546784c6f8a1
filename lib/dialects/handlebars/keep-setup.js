'use strict'

/**
 * Makes a template set up its container only after a change of helpers, partials or decorators. Handlebars sets it up
 * before each render, and wraps every helper of the instance each time.
 *
 * @param {object} env an instance of Handlebars
 * @param {Function} template of Handlebars, without decorators: those change the container
 * @param {object} plainOptions the options object of calls without options
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

/** Returns whether two objects have the same properties, in any order. */
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
