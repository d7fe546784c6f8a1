'use strict'

const path = require('node:path')
const zlib = require('node:zlib')
const ejs = require('ejs')
const etag = require('etag')
const { createCounter, samples } = require('../counters')
const { viewFolders } = require('./views')

/**
 * A page made in advance.
 *
 * @typedef {object} Prebuilt
 * @property {Buffer} body
 * @property {Record<string, string | number>} headers those of the body, with a weak entity tag
 */

/**
 * @param {import('../cases').Case} page
 * @returns {Promise<(n?: number) => Prebuilt>} gives the sample with this counter,
 *   without one the next of them in turn
 */
async function prebuild (page) {
  return choose(await render(page), (body) => headersOf(body))
}

/**
 * @param {import('../cases').Case} page
 * @returns {Promise<(n?: number) => Prebuilt>} as `prebuild`, compressed by zlib as well as it can
 */
async function prebuildGzip (page) {
  const members = new Map([...await render(page)].map(([n, body]) => [n, zlib.gzipSync(body, { level: 9 })]))
  return choose(members, (body) => ({ ...headersOf(body), 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }))
}

async function render (page) {
  const folders = viewFolders(page, 'ejs')
  const file = path.join(folders[0], `${page.view}.ejs`)
  const bodies = new Map()
  for (const n of samples(page)) bodies.set(n, Buffer.from(await ejs.renderFile(file, page.data(n), { views: folders })))
  return bodies
}

function choose (bodies, headersOf) {
  const pages = new Map([...bodies].map(([n, body]) => [n, { body, headers: headersOf(body) }]))
  const list = [...pages.values()]
  const next = createCounter({ pages: list.length })
  return (n) => n === undefined ? list[next()] : pages.get(n)
}

function headersOf (body) {
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length, ETag: etag(body, { weak: true }) }
}

module.exports = { prebuild, prebuildGzip }
