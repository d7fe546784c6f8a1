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
    if (now !== undefined && before?.every((copy, i) => isSame(now[i], copy))) return
    before = undefined
    setUp(options)
    before = now?.map(copyOf)
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

function copyOf (object) {
  // V8 lists the properties of an object faster once it is a prototype.
  Object.create(Object(object))
  const keys = []
  for (const key in object) keys.push(key)
  return { keys, values: keys.map((key) => object[key]) }
}

/**
 * Returns whether an object has the same properties as a copy, in the same order. `helpers` with seven of the app is a dictionary
 * to V8: this loop takes 1.2 µs for twelve of the app and 2.6 for forty, `Object.keys` and `Object.values` 4.2 and 9.0 (Node 20).
 */
function isSame (object, { keys, values }) {
  let count = 0
  for (const key in object) {
    if (key !== keys[count] || object[key] !== values[count]) return false
    count++
  }
  return count === keys.length
}

module.exports = { cacheSetup }
