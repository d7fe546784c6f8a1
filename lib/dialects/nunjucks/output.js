'use strict'

const { Rendered } = require('../../template/rendered')
const { Splicer } = require('../../template/splicer')

/** Where a callback has the page that the function which gets it may write on. */
const PAGE = Symbol('page')

/**
 * What the rewritten code calls. Each function of a template has a variable `output`
 * with the text since its last fragment, and a page with all that was before.
 */

/**
 * @param {object} runtime what the function was given
 * @param {object} splicing the runtime that those are given whose caller takes a page
 * @param {Function} [callback] what it was given, if it may write on its caller's page
 * @returns {Splicer | undefined}
 */
function createPage (runtime, splicing, callback) {
  if (runtime !== splicing) return undefined
  return callback?.[PAGE] ?? new Splicer()
}

/**
 * Lets the function that gets a callback write on a page that is under way, in the place
 * of giving its own to the callback.
 *
 * @param {Splicer | undefined} page with all text until now
 * @param {Function} callback
 * @returns {Function} the callback
 */
function lend (page, callback) {
  if (page?.isStreaming) callback[PAGE] = page
  return callback
}

/**
 * @param {Function} callback that a function got
 * @param {Function} inner that it gives to another one in its place
 * @returns {Function} the latter
 */
function lendOn (callback, inner) {
  return lend(callback[PAGE], inner)
}

/**
 * @param {Splicer | undefined} page
 * @param {string} text since the last fragment
 * @returns {string} the text that is not on the page yet: none if that is under way
 */
function hold (page, text) {
  if (!page?.isStreaming) return text
  page.text = text
  page.flush()
  return ''
}

/**
 * Says that a function is going to wait.
 *
 * @param {Splicer | undefined} page
 * @param {string} text since the last fragment
 * @returns {string} as `hold`
 */
function ready (page, text) {
  const rest = hold(page, text)
  page?.ready()
  return rest
}

/**
 * Puts something in the place of an asynchronous filter that fails.
 *
 * @param {Splicer | undefined} page
 * @param {object} runtime of Nunjucks
 * @param {(error: unknown, value?: unknown) => void} callback that the filter is given,
 *   which prints the value
 * @returns {(error: unknown, value?: unknown) => void}
 */
function rescued (page, runtime, callback) {
  if (!page?.isStreaming) return callback
  return (error, value) => {
    if (!error) return callback(error, value)
    textInstead(page, error).then((text) => callback(null, runtime.markSafe(text)), callback)
  }
}

/**
 * @param {Function} callback that a function got
 * @param {unknown} error
 * @param {unknown} worded the same, as Nunjucks words it
 */
function reword (callback, error, worded) {
  callback[PAGE]?.underway.reword(error, worded)
}

/**
 * @param {import('../../template/underway-splicer').UnderwaySplicer} page
 * @param {unknown} error
 * @returns {Promise<string>}
 * @throws the error, if there is nothing
 */
async function textInstead (page, error) {
  const instead = await page.instead(error)
  return String(await instead.page)
}

/**
 * @param {Splicer | undefined} page
 * @param {string} text since the last fragment
 * @param {import('../../template/static-fragment').StaticFragment} fragment
 * @returns {string} the text since this one: none
 */
function put (page, text, fragment) {
  if (page === undefined) return text + fragment.text
  page.text = text
  page.fragment(fragment)
  return ''
}

/**
 * @param {Splicer | undefined} page
 * @param {string} text since the last fragment
 * @param {unknown} value what a block or a template gave
 * @returns {string} the text since the last fragment, the value's own too
 */
function add (page, text, value) {
  if (page === undefined || !(value instanceof Rendered)) return text + value
  page.text = text
  page.splice(value)
  const rest = page.text
  page.text = ''
  return rest
}

/**
 * `{{ value | safe }}`
 *
 * @param {Splicer | undefined} page
 * @param {string} text since the last fragment
 * @param {unknown} value
 * @param {(value: unknown) => string} print as Nunjucks does
 * @returns {string} the text since the last fragment
 */
function safe (page, text, value, print) {
  return page !== undefined && value instanceof Rendered ? add(page, text, value) : text + print(value)
}

/**
 * @param {Splicer | undefined} page to which more may be added: a template can end twice
 * @param {string} text since the last fragment
 * @returns {Rendered | string} a string if there is no fragment
 */
function end (page, text) {
  if (page?.isStreaming) return hold(page, text)
  if (page === undefined || page.chunks.length === 0) return text
  return new Rendered(text === '' ? page.chunks.slice() : [...page.chunks, text])
}

module.exports = { add, createPage, end, hold, lend, lendOn, put, ready, rescued, reword, safe }
