'use strict'

const { format } = require('node:util')
const { Rendered } = require('../page/rendered')

/**
 * How a render has ended. The name and the message of an error are copies: engines change the errors that they rethrow.
 *
 * @typedef {{ page: Rendered, bytes: Buffer } | { error: unknown, name: string, message: string }} Outcome
 * @typedef {'same' | 'sameError' | 'byEngine' | 'differs' | 'notCompared'} Result `byEngine`: the engine has rendered
 *   the page for us, so its being the same proves nothing
 * @typedef {{ alone: Outcome, ours: Outcome, answer: Outcome, result: Result }} Comparison the `answer` is what the app
 *   gets
 */

/** @returns {boolean} whether the value is a promise, even one of another library or realm */
function isThenable (value) {
  return typeof value?.then === 'function'
}

/** Calls `next` with a value, or with that of a promise once it is there. */
function after (value, next) {
  return isThenable(value) ? Promise.resolve(value).then(next) : next(value)
}

/** @returns {Outcome | Promise<Outcome>} never throws or rejects */
function outcomeOf (render) {
  try {
    const page = render()
    return isThenable(page) ? Promise.resolve(page).then(ofPage).catch(ofError) : ofPage(page)
  } catch (error) {
    return ofError(error)
  }
}

function ofPage (given) {
  const page = asPage(given)
  return { __proto__: null, page, bytes: page.toBuffer() }
}

/** @returns {Rendered} our page, or the text that an engine gives */
function asPage (given) {
  return given instanceof Rendered ? given : Rendered.ofText(String(given ?? ''))
}

function ofError (error) {
  const name = textOf(() => error?.name ?? typeof error)
  const message = textOf(() => error?.message ?? format('%s', error))
  // Express renders an empty page after a falsy error.
  return { error, name, message, page: undefined, bytes: error ? undefined : Buffer.alloc(0) }
}

/** @returns {string} '' if the app's error throws when it is read */
function textOf (read) {
  try {
    return String(read())
  } catch {
    return ''
  }
}

/** @returns {boolean} whether both are the same page, or errors with the same name and message */
function isSame (a, b) {
  return a.bytes && b.bytes
    ? a.bytes.equals(b.bytes)
    : a.bytes === b.bytes && a.name === b.name && a.message === b.message
}

/**
 * Renders with the engine, and then ourselves: state that helpers share, such as blocks for a layout, serves one render
 * at a time. If the outcomes differ, the engine renders twice more: if the template reverses a local, every other page
 * is the same. If the engine does not repeat its outcome, nothing can be compared.
 *
 * @param {boolean} [isRendered] whether the engine has rendered when its call returns, although it answers later: what
 *   the app does to its locals after the call is then not on our page either
 * @returns {Comparison | Promise<Comparison>} a promise if a render gives one
 */
function compare (renderAlone, render, isRendered = false) {
  const first = outcomeOf(renderAlone)
  return after(isRendered ? undefined : first, () => {
    const second = outcomeOf(render)
    return after(first, (alone) => after(second, (ours) => {
      if (isSame(alone, ours)) return { alone, ours, answer: ours, result: resultOf(ours) }
      return repeat(renderAlone, { alone, ours, answer: alone }, 2)
    }))
  })
}

function resultOf ({ bytes, page }) {
  if (bytes === undefined) return 'sameError'
  return page?.engineFallback === undefined ? 'same' : 'byEngine'
}

function repeat (renderAlone, outcomes, times) {
  if (times === 0) return { ...outcomes, result: 'differs' }
  return after(outcomeOf(renderAlone), (outcome) => {
    return isSame(outcomes.alone, outcome)
      ? repeat(renderAlone, outcomes, times - 1)
      : { ...outcomes, result: 'notCompared' }
  })
}

module.exports = { after, asPage, compare, isThenable, outcomeOf }
