'use strict'

const { difference } = require('../../lib/modes/difference')

/** @typedef {(side: 'alone' | 'ours', way: import('./ways').Way) => import('./side-process').SideProcess} ProcessOf */

/**
 * Whether both sides answer with the same page.
 *
 * @typedef {object} PageComparison
 * @property {boolean} identical the same pages, or the same error
 * @property {number} [bytes] the size of the page without this library
 * @property {boolean} [changes] whether that page differs from render to render
 * @property {import('../../lib/modes/difference').Difference} [difference]
 * @property {{ alone?: Thrown, ours?: Thrown }} [errors] if a side throws
 * @property {ComparedWay[]} [ways] those that can be measured
 *
 * @typedef {{ name: string, message: string }} Thrown
 *
 * @typedef {object} ComparedWay
 * @property {import('./ways').Way} way has no `alone` if that side does not do the same
 * @property {number} status that of the answers
 * @property {Record<'alone' | 'ours', Record<string, string>>} headers those of the requests
 * @property {Record<'alone' | 'ours', import('./client').Answer>} answers
 */

/**
 * Compares the pages of both sides. Asks twice, since a template may change its locals.
 *
 * @param {import('./ways').Way[]} ways the first one asks for the page as it is
 * @returns {Promise<PageComparison>}
 */
async function comparePages (processOf, ways) {
  const [first, second] = [await ask(processOf, ways[0]), await ask(processOf, ways[0])]
  const failed = [first, second].find(({ alone, ours }) => alone.status !== 200 || ours.status !== 200)
  if (failed) return thrown(failed)

  const { page } = first.alone
  const changes = !page.equals(second.alone.page)
  const found = { bytes: page.length, changes }
  const differs = difference(page, first.ours.page) ?? difference(second.alone.page, second.ours.page)
  if (differs) return { identical: false, ...found, difference: differs }

  const compared = []
  for (const way of ways.filter(({ isAgain, isConditional }) => !(changes && (isAgain || isConditional)))) {
    const headers = headersOf(way, second)
    const answers = await ask(processOf, way, headers)
    if (!changes && !way.isConditional && difference(page, answers.ours.page)) {
      return { identical: false, ...found, difference: difference(page, answers.ours.page) }
    }
    const result = likeWithLike(way, headers, answers)
    if (result) compared.push(result)
  }
  return { identical: true, ...found, ways: compared }
}

/** @returns {Promise<{ alone?: import('./client').Answer, ours: import('./client').Answer }>} */
async function ask (processOf, way, headers = { alone: way.headers, ours: way.headers }) {
  const alone = way.alone && await processOf('alone', way).get(headers.alone)
  return { alone, ours: await processOf('ours', way).get(headers.ours) }
}

/**
 * @returns {Record<'alone' | 'ours', Record<string, string>>} the headers of a request that may have the page of these
 *   answers
 */
function headersOf ({ headers, isConditional }, answers) {
  const conditional = ({ headers: { etag } }) => isConditional && etag !== undefined
    ? { ...headers, 'If-None-Match': etag }
    : headers
  return { alone: conditional(answers.alone), ours: conditional(answers.ours) }
}

/**
 * @returns {ComparedWay | undefined} without the side that does not answer in the same way, such as Koa, which sends no
 *   304 by itself; undefined if this library does not do what the way is about: it compresses no short pages
 */
function likeWithLike (way, headers, answers) {
  const status = way.isConditional ? 304 : 200
  const isCoded = 'Accept-Encoding' in way.headers
  const isLike = (answer) => answer?.status === status && (!isCoded || answer.headers['content-encoding'] !== undefined)
  if (isLike(answers.alone)) return answers.ours.status === status ? { way, status, headers, answers } : undefined
  return isLike(answers.ours) ? { way: { ...way, alone: undefined }, status, headers, answers } : undefined
}

function thrown ({ alone, ours }) {
  const errors = { alone: errorOf(alone), ours: errorOf(ours) }
  const identical = errors.alone?.name === errors.ours?.name && errors.alone?.message === errors.ours?.message
  return { identical, errors }
}

/** @returns {Thrown | undefined} */
function errorOf ({ status, page }) {
  return status === 200 ? undefined : JSON.parse(page)
}

module.exports = { comparePages }
