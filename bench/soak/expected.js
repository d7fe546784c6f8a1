'use strict'

const path = require('node:path')
const ejs = require('ejs')
const { LRUCache } = require('lru-cache')
const { PAGES, VIEWS } = require('./pages')

/** Enough for the counters that are asked for again and again. */
const kept = new LRUCache({ max: 2000 })

/**
 * The page as EJS itself makes it.
 *
 * @param {string} name
 * @param {number} n
 * @returns {Promise<Buffer>}
 */
async function expected (name, n) {
  const key = `${name}/${n}`
  const known = kept.get(key)
  if (known !== undefined) return known

  const { view, data } = PAGES[name]
  const body = Buffer.from(await ejs.renderFile(path.join(VIEWS, `${view}.ejs`), data(n), { cache: true }))
  kept.set(key, body)
  return body
}

module.exports = { expected }
