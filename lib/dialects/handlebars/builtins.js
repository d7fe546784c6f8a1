'use strict'

const { isSameCode } = require('../shared/is-unmodified')

/** The block helpers of Handlebars: they only join what their blocks return, so those may write to the page instead. */
const BLOCKS = ['each', 'if', 'unless', 'with', 'blockHelperMissing']

/** Which of the others a helper calls by its name. */
const CALLS = { unless: 'if', blockHelperMissing: 'each' }

/** An unchanged environment of each Handlebars package, by its constructor. @type {WeakMap<Function, object>} */
const unchanged = new WeakMap()

/**
 * What was found in an instance, with the functions that it had then.
 *
 * @type {WeakMap<object, { functions: unknown[], replaced: string | undefined }>}
 */
const foundCache = new WeakMap()

/**
 * @param {object} env an instance of Handlebars
 * @param {{ helpers?: object, decorators?: object }} [runtimeOptions] of the render
 * @returns {string | undefined} the name of a block helper or decorator that is not Handlebars' own in this render
 */
function findReplaced (env, { helpers, decorators } = {}) {
  if (isOverridden('inline', decorators, env.decorators)) return 'inline'
  return BLOCKS.find((name) => isOverridden(name, helpers, env.helpers)) ?? findReplacedIn(env)
}

function isOverridden (name, overrides, functions) {
  return overrides != null && Object.hasOwn(overrides, name) && overrides[name] !== functions[name]
}

function findReplacedIn (env) {
  const functions = [env.decorators.inline, ...BLOCKS.map((name) => env.helpers[name])]
  const found = foundCache.get(env)
  if (found?.functions.every((fn, i) => fn === functions[i])) return found.replaced

  const replaced = isOwn(env, 'decorators', 'inline') ? BLOCKS.find((name) => !isOwn(env, 'helpers', name)) : 'inline'
  foundCache.set(env, { functions, replaced })
  return replaced
}

/** Whether a function of an instance is the one that Handlebars registers. */
function isOwn (env, kind, name) {
  const { HandlebarsEnvironment } = env
  if (!unchanged.has(HandlebarsEnvironment)) unchanged.set(HandlebarsEnvironment, new HandlebarsEnvironment())
  const fn = env[kind][name]
  return typeof fn === 'function' && isSameCode(fn, unchanged.get(HandlebarsEnvironment)[kind][name]) && callsSibling(env, fn, name)
}

/**
 * Whether a helper calls this instance's helper: one that is copied from another instance calls
 * that instance's, which may have been replaced there.
 */
function callsSibling ({ helpers }, fn, name) {
  const called = CALLS[name]
  if (called === undefined) return true

  const sibling = Object.getOwnPropertyDescriptor(helpers, called)
  if (!sibling?.writable || !sibling.configurable) return false
  let isCalled = false
  helpers[called] = () => { isCalled = true }
  try {
    fn.call({}, [1], { hash: {} })
  } catch {
    // Another instance's helper was called, without blocks.
  } finally {
    helpers[called] = sibling.value
  }
  return isCalled
}

module.exports = { BLOCKS, findReplaced }
