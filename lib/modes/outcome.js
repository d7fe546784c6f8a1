'use strict'

const { format } = require('node:util')
const { isPromise } = require('node:util/types')
const { Rendered } = require('../page/rendered')

/**
 * How a render has ended. The name and the message of an error are copies: engines change the errors that they rethrow.
 *
 * @typedef {{ page: unknown, bytes: Buffer } | { error: unknown, name: string, message: string }} Outcome
 * @typedef {{ alone: Outcome, ours: Outcome, result: 'same' | 'differs' | 'notCompared' }} Comparison
 */

/** Calls `next` with a value, or with that of a promise once it is there. */
function after (value, next) {
  return isPromise(value) ? value.then(next) : next(value)
}

/** @returns {Outcome | Promise<Outcome>} never throws or rejects */
function outcomeOf (render) {
  try {
    const page = render()
    return isPromise(page) ? page.then(ofPage).catch(ofError) : ofPage(page)
  } catch (error) {
    return ofError(error)
  }
}

function ofPage (page) {
  return { __proto__: null, page, bytes: page instanceof Rendered ? page.toBuffer() : Buffer.from(String(page ?? '')) }
}

function ofError (error) {
  const name = textOf(() => error?.name ?? typeof error)
  const message = textOf(() => error?.message ?? format('%s', error))
  // For Express, a falsy error is none.
  return { error, name, message, bytes: error ? undefined : Buffer.alloc(0) }
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
  return a.bytes && b.bytes ? a.bytes.equals(b.bytes) : a.bytes === b.bytes && a.name === b.name && a.message === b.message
}

/**
 * Renders by the engine, and by us as soon as that call returns. If the outcomes differ, the engine renders twice more: if the template
 * reverses a local, every other page is the same. If the engine does not repeat its outcome, nothing can be compared.
 *
 * @returns {Comparison | Promise<Comparison>} a promise if a render gives one
 */
function compare (byEngine, byUs) {
  const [first, own] = [outcomeOf(byEngine), outcomeOf(byUs)]
  return after(first, (alone) => after(own, (ours) => {
    if (isSame(alone, ours)) return { alone, ours, result: 'same' }
    const again = (next) => after(outcomeOf(byEngine), (outcome) => isSame(alone, outcome) ? next() : { alone, ours, result: 'notCompared' })
    return again(() => again(() => ({ alone, ours, result: 'differs' })))
  }))
}

module.exports = { after, compare, outcomeOf }
