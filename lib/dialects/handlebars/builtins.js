'use strict'

/** The block helpers of Handlebars that do nothing but call their blocks, one after the other. */
const BLOCKS = ['each', 'if', 'unless', 'with', 'blockHelperMissing']

/** Which of the others a helper calls by its name. */
const CALLS = { unless: 'if', blockHelperMissing: 'each' }

/** @type {WeakMap<Function, object>} */
const fresh = new WeakMap()

/**
 * What was found of an instance's functions, until one is replaced.
 *
 * @type {WeakMap<object, { inline: Function, functions: unknown[], bits: number }>}
 */
const latest = new WeakMap()

/**
 * Finds the block helpers that are Handlebars' own in a render: those may get
 * blocks that write to the page instead of returning a string, since they only
 * join what the blocks return.
 *
 * @param {object} env an instance of Handlebars
 * @param {{ helpers?: object, decorators?: object }} [runtimeOptions] of the render
 * @returns {number} a bit for each of `BLOCKS`; -1 where the decorator `inline`
 *   has been replaced, and nothing is to be spliced
 */
function ownBlocks (env, runtimeOptions) {
  if (isReplaced(runtimeOptions?.decorators, 'inline', env.decorators.inline)) return -1

  let bits = ownBlocksOf(env)
  const helpers = runtimeOptions?.helpers
  if (helpers == null || bits === -1) return bits
  for (let i = 0; i < BLOCKS.length; i++) {
    if (isReplaced(helpers, BLOCKS[i], env.helpers[BLOCKS[i]])) bits &= ~(1 << i)
  }
  return bits
}

/**
 * @param {object | undefined} overrides those of the render
 * @param {string} name
 * @param {unknown} fn what the instance has
 * @returns {boolean}
 */
function isReplaced (overrides, name, fn) {
  return overrides != null && Object.hasOwn(overrides, name) && overrides[name] !== fn
}

/**
 * @param {object} env
 * @returns {number} as `ownBlocks`
 */
function ownBlocksOf (env) {
  const { helpers, decorators: { inline } } = env
  const found = latest.get(env)
  if (found !== undefined && found.inline === inline && isSame(found.functions, helpers)) return found.bits

  const functions = BLOCKS.map((name) => helpers[name])
  const bits = checkBlocks(env)
  latest.set(env, { inline, functions, bits })
  return bits
}

/**
 * @param {unknown[]} functions
 * @param {object} helpers
 * @returns {boolean}
 */
function isSame (functions, helpers) {
  for (let i = 0; i < BLOCKS.length; i++) {
    if (helpers[BLOCKS[i]] !== functions[i]) return false
  }
  return true
}

/**
 * @param {object} env
 * @returns {number} as `ownBlocks`
 */
function checkBlocks (env) {
  if (!isOwn(env, 'decorators', 'inline')) return -1
  const own = BLOCKS.map((name) => isOwn(env, 'helpers', name) && (!CALLS[name] || isOwn(env, 'helpers', CALLS[name])))
  return own.reduce((bits, isOne, i) => isOne ? bits | 1 << i : bits, 0)
}

/**
 * @param {number} bits what `ownBlocks` gives
 * @param {string} name of a helper
 * @returns {boolean}
 */
function includes (bits, name) {
  const index = BLOCKS.indexOf(name)
  return index !== -1 && (bits & 1 << index) !== 0
}

/**
 * @param {object} env
 * @param {'helpers' | 'decorators'} kind
 * @param {string} name
 * @returns {boolean} whether the function is the one that Handlebars registers
 */
function isOwn (env, kind, name) {
  const fn = env[kind][name]
  return typeof fn === 'function' && String(fn) === String(freshOf(env)[kind][name]) && callsSibling(env, fn, name)
}

/**
 * @param {object} env
 * @returns {object} an environment of the same package that nobody has changed
 */
function freshOf ({ HandlebarsEnvironment }) {
  if (!fresh.has(HandlebarsEnvironment)) fresh.set(HandlebarsEnvironment, new HandlebarsEnvironment())
  return fresh.get(HandlebarsEnvironment)
}

/**
 * A helper copied from another instance calls that instance's helpers, which
 * may have been replaced there.
 *
 * @param {object} env
 * @param {Function} fn
 * @param {string} name
 * @returns {boolean} whether the helper calls this instance's
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
    // Called in another instance, without blocks.
  } finally {
    helpers[called] = sibling.value
  }
  return isCalled
}

module.exports = { includes, ownBlocks }
