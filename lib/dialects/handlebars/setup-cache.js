'use strict'

/**
 * Makes a template set up its container only after a change of helpers, partials, decorators or options. Handlebars sets it up
 * before each render, and wraps every helper each time.
 *
 * @param {object} env an instance of Handlebars
 * @param {Function} template of Handlebars, without decorators: those change the container
 */
function cacheSetup (env, template) {
  const setUp = template._setup
  let before
  template._setup = (options) => {
    const now = options.partial ? undefined : readFor(env, options)
    if (now !== undefined && before?.every((object, i) => isSame(now[i], object))) return
    before = undefined
    setUp(options)
    before = now?.map((object) => ({ ...object }))
  }
}

/** Returns what Handlebars reads to set up a container: values, and the objects whose properties it copies. */
function readFor (env, options) {
  const { partials, allowCallsToHelperMissing, allowProtoMethodsByDefault, allowProtoPropertiesByDefault } = options
  return [
    { partials: env.partials, isMerged: Boolean(partials), allowCallsToHelperMissing, allowProtoMethodsByDefault, allowProtoPropertiesByDefault },
    partials, partials && env.partials, env.helpers, options.helpers, env.decorators, options.decorators,
    options.allowedProtoMethods, options.allowedProtoProperties
  ]
}

/** Returns whether an object has the same properties as a copy of another, in any order. */
function isSame (now, copy) {
  let count = 0
  for (const name in now) {
    if (now[name] !== copy[name] || !Object.hasOwn(copy, name)) return false
    count++
  }
  return count === Object.keys(copy).length
}

module.exports = { cacheSetup }
