'use strict'

const { findUnknown, guard } = require('./engine')
const { strippedCodeOf } = require('../../util/code-digest')
const { temporarily } = require('../guards/temporarily')
const { unknownCode, unrecognized } = require('../guards/unrecognized')
const { WatchedMethods } = require('../../util/watched-methods')

/** The block helpers of Handlebars. They only join what their blocks return, so the blocks can write to the page. */
const BLOCKS = ['each', 'if', 'unless', 'with', 'blockHelperMissing']

/** Maps a block helper to the one that it calls. */
const CALLS = { unless: 'if', blockHelperMissing: 'each' }

/** Instance → its last check. @type {WeakMap<object, { watched: WatchedMethods, reason: string | undefined }>} */
const resultCache = new WeakMap()

/**
 * @param {object} env an instance of Handlebars
 * @param {{ helpers?: object, decorators?: object }} [runtimeOptions] those of the render
 * @returns {string | undefined} why Handlebars itself renders: the runtime, a block helper or `inline` are replaced
 */
function fallbackReason (env, { helpers, decorators } = {}) {
  if (isOverridden('inline', decorators, env.decorators)) return notBuiltin('inline')
  const overridden = BLOCKS.find((name) => isOverridden(name, helpers, env.helpers))
  if (overridden !== undefined) return notBuiltin(overridden)

  const result = resultCache.get(env)
  if (result !== undefined && result.watched.findReplaced() === undefined) return result.reason

  const watched = new WatchedMethods()
  watched.watch('Handlebars', env, ['VM', 'helpers', 'decorators'])
  watched.watch('Handlebars.VM', env.VM, ['invokePartial', 'resolvePartial'])
  watched.watch('Handlebars.helpers', env.helpers, BLOCKS)
  watched.watch('Handlebars.decorators', env.decorators ?? {}, ['inline'])
  const reason = reasonNow(env)
  resultCache.set(env, { watched, reason })
  return reason
}

function isOverridden (name, overrides, functions) {
  return overrides != null && Object.hasOwn(overrides, name) && overrides[name] !== functions[name]
}

function reasonNow (env) {
  const unknown = findUnknown(env)
  if (unknown !== undefined) return unrecognized(guard, env, unknownCode(guard, unknown))
  const unmodified = new env.HandlebarsEnvironment()
  const replaced = ['inline', ...BLOCKS].find((name) => !isBuiltin(env, name, unmodified))
  return replaced && notBuiltin(replaced)
}

function notBuiltin (name) {
  return `is rendered with a ${name === 'inline' ? 'decorator' : 'helper'} "${name}" that is not Handlebars' own`
}

/** Returns whether an instance has the function that Handlebars registers under a name. */
function isBuiltin (env, name, unmodified) {
  const kind = name === 'inline' ? 'decorators' : 'helpers'
  const fn = env[kind][name]
  return typeof fn === 'function' && strippedCodeOf(fn) === strippedCodeOf(unmodified[kind][name]) &&
    callsSibling(env, fn, name)
}

/** Whether a helper calls one of this instance. A copied one calls those of its own instance, which may be replaced. */
function callsSibling ({ helpers }, fn, name) {
  const called = CALLS[name]
  if (called === undefined) return true
  let isCalled = false
  const value = () => { isCalled = true }
  try {
    temporarily(helpers, { [called]: { value, writable: true } }, () => fn.call({}, [1], { hash: {} }))
  } catch {
    // The helper of another instance fails, as the call has no blocks. So does a property that cannot be changed.
  }
  return isCalled
}

module.exports = { BLOCKS, fallbackReason }
