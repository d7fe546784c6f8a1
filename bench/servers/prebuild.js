'use strict'

const path = require('node:path')
const zlib = require('node:zlib')
const { createCounter, samples } = require('../counters')

/**
 * Builds pages in advance.
 *
 * @typedef {{ body: Buffer, text: string, headers: Record<string, string | number> }} Prebuilt headers with a weak entity tag
 *
 * @param {import('../cases').Case} page
 * @param {{ isGzip?: boolean }} [how] compressed by zlib at its highest level
 * @returns {Promise<(n?: number) => Prebuilt>} returns the sample with this counter or, without a counter, the next sample
 */
async function prebuild (page, { isGzip = false } = {}) {
  const ejs = require('ejs')
  const folders = page.foldersOf('ejs')
  const file = path.join(folders[0], `${page.view}.ejs`)
  const pages = new Map()
  for (const n of samples(page)) {
    const text = await ejs.renderFile(file, page.data(n), { views: folders })
    const body = isGzip ? zlib.gzipSync(text, { level: 9 }) : Buffer.from(text)
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length, ETag: require('etag')(body, { weak: true }) }
    pages.set(n, { body, text, headers: { ...headers, ...isGzip && { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } } })
  }
  const list = [...pages.values()]
  const next = createCounter({ pages: list.length })
  return (n) => n === undefined ? list[next()] : pages.get(n)
}

module.exports = { prebuild }
