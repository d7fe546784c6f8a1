'use strict'

const bufferedRender = require('../..')
const { exchangeAll } = require('./exchange')
const { leftToExpress } = require('./left-to-express')

/** What the `etag` package makes of a body, or we of an identity. */
const MADE_TAG = /"[\da-f]+-[\w+/]{27}"/

/** Sends a page, or the promise of the string that Express alone has to wait for. */
function sendAwaited (res, page) {
  if (page instanceof Promise) page.then((text) => res.send(text)).catch(res.req.next)
  else res.send(page)
}

/**
 * @typedef {object} Kit what differs between the two apps
 * @property {Function} express the version of the framework
 * @property {object} app a new app of it
 * @property {(options?: object) => Function} pages makes our middleware, or
 *   one that does nothing
 * @property {(page: object) => unknown} page gives an html`…` as it is, or the
 *   string that it stands for
 * @property {unknown[]} log what is written here is compared too
 */

/**
 * @typedef {object} Side
 * @property {object[]} answers
 * @property {unknown[]} log
 */

/**
 * Builds an Express app twice, with our middleware and without, and sends both
 * of them the same requests.
 *
 * @param {Function} express
 * @param {(kit: Kit) => void} build
 * @param {(object | ((last: object) => object))[]} [requests] for `exchange`, or
 *   functions that make them of the last answer, such as of its entity tag
 * @returns {Promise<{ alone: Side, ours: Side, spliced: number, fallThrough: number }>}
 *   also how many of our renders found a template and how many fell through
 */
async function sideBySide (express, build, requests) {
  return { alone: await withoutOurs(express, build, requests), ...await withOurs(express, build, requests) }
}

/** As `sideBySide`, and expects that both sides have the same answers and log. */
async function expectSame (express, build, requests) {
  const result = await sideBySide(express, build, requests)
  expect(result.ours).toEqual(result.alone)
  return result
}

/** As `sideBySide`, for the app without our middleware only. */
function withoutOurs (express, build, requests) {
  return run(express, build, requests, {
    pages: () => (req, res, next) => next(),
    page: (rendered) => typeof rendered.then === 'function' ? rendered.then(String) : String(rendered)
  })
}

/** As `sideBySide`, for the app with our middleware only. */
async function withOurs (express, build, requests) {
  const middlewares = []
  const ours = await run(express, build, requests, {
    pages (options) {
      // Express alone does not compress, and every header must be the same.
      middlewares.push(bufferedRender({ compress: false, ...options }))
      return middlewares.at(-1)
    },
    page: (rendered) => rendered
  })
  const stats = middlewares.map(({ renderer }) => renderer.stats())
  return {
    ours,
    spliced: sum(stats.map(({ templates }) => templates.hits + templates.misses)),
    fallThrough: sum(stats.map(leftToExpress))
  }
}

async function run (express, build, requests = [{}], kit) {
  const app = express()
  const log = []
  build({ express, app, log, ...kit })
  const answers = await exchangeAll(app, requests)
  return { answers: answers.map(comparable), log }
}

/** Replaces the value of the entity tag, which differs. Its presence and its kind must be the same. */
function comparable ({ status, headers, body }) {
  const { etag, ...rest } = headers
  return { status, headers: { ...rest, etag: etag?.replace(MADE_TAG, '"…"') }, body: body.toString() }
}

function sum (numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

module.exports = { MADE_TAG, expectSame, sendAwaited, sideBySide, withOurs, withoutOurs }
