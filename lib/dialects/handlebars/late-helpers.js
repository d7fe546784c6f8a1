'use strict'

const { lookInto, refuseIn, standInsIn } = require('../../template/stand-in')

/** The block helpers that only put together what their blocks give. */
const JOINING = new Set(['each', 'if', 'unless', 'with', 'blockHelperMissing', 'helperMissing'])

/**
 * Has the helpers of a render say when they get a local that is not there yet: to a
 * condition it would be true, and what a helper does to text it would do to that of a
 * stand-in.
 *
 * @param {object} engine
 * @param {object | undefined} runtimeOptions
 * @param {unknown} context of the render
 * @returns {object | undefined} the options for it
 */
function withLateHelpers (engine, runtimeOptions, context) {
  const standIns = typeof context === 'object' && context !== null ? standInsIn(context) : []
  if (standIns.length === 0) return runtimeOptions

  const helpers = { ...engine.helpers, ...runtimeOptions?.helpers }
  for (const name of Object.keys(helpers)) {
    if (typeof helpers[name] === 'function') helpers[name] = watched(helpers[name], JOINING.has(name) ? [] : standIns)
  }
  return { ...runtimeOptions, helpers }
}

/**
 * @param {Function} helper
 * @param {import('../../template/stand-in').StandIn[]} standIns that are not to be in the text of its blocks
 * @returns {Function}
 */
function watched (helper, standIns) {
  return function (...args) {
    const options = args.at(-1)
    args.forEach(lookInto)
    Object.values(options?.hash ?? {}).forEach(lookInto)
    if (standIns.length > 0 && options?.fn) args[args.length - 1] = { ...options, fn: refusing(options.fn, standIns), inverse: refusing(options.inverse, standIns) }
    return helper.apply(this, args)
  }
}

/**
 * @param {Function | undefined} block
 * @param {import('../../template/stand-in').StandIn[]} standIns
 * @returns {Function | undefined}
 */
function refusing (block, standIns) {
  return block && Object.assign((...args) => refuseIn(block(...args), standIns), block)
}

module.exports = { withLateHelpers }
