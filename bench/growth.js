'use strict'

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { entityTag } = require('../lib/response/validator')
const { GzipMember } = require('../lib/response/gzip')
const { Splicer } = require('../lib/page/splicer')
const { StaticFragment } = require('../lib/page/static-fragment')
const { mapValues, median } = require('../bin/measure/statistics')
const { folder } = require('./pages')
const { timeInTurns } = require('../bin/measure/stopwatch')

const KILOBYTES = [1, 4, 16, 64, 256, 1024]
const DYNAMIC_BYTES = 1024
/** Pairs of static and dynamic text on a page of any length. */
const PARTS = 4

const ROUNDS = 15

/** Together longer than the window of deflate, which would find repetitions of a shorter text. */
const PROSE = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/architecture.md', 'docs/languages.md'].map((name) => path.join(__dirname, '..', name)),
  ...['article/page.ejs', 'article-chinese/page.ejs', 'listing.ejs'].map((name) => folder('ejs', name))
]

/**
 * Microseconds of the steps of a response.
 *
 * @typedef {object} Costs
 * @property {number} validator rendering to the entity tag
 * @property {number} gzip rendering to entity tag and gzip member
 * @property {number} copy for comparison: copying the bytes of the page to new memory, as for a body
 * @property {number} overwrite copying to the same memory each time
 */

/**
 * Median costs of pages with a growing static part and a dynamic part of constant
 * length.
 *
 * @typedef {object} Growth
 * @property {number} kilobytes of static text
 * @property {Costs} costs
 * @property {Costs} [perKilobyte] increase since the previous page, per kilobyte
 */

/** @throws {Error} if a gzip member does not contain the page */
async function measureGrowth () {
  const pages = KILOBYTES.map(createPage)
  pages.forEach(verify)

  const costs = await measureCosts(pages.map(waysOf))
  return KILOBYTES.map((kilobytes, i) => ({
    kilobytes,
    costs: mapValues(costs[i], median),
    ...i > 0 && { perKilobyte: mapValues(slopes(costs, i), median) }
  }))
}

/** Returns the microseconds of each way, by page and round. */
async function measureCosts (ways) {
  const keyOf = (i, name) => `${KILOBYTES[i]} KB, ${name}`
  const calls = ways.flatMap((way, i) => Object.entries(way).map(([name, call]) => [keyOf(i, name), call]))
  const times = await timeInTurns(Object.fromEntries(calls), { rounds: ROUNDS, title: 'growth' })
  return ways.map((way, i) => {
    const costs = Object.keys(way).map((name) => [name, times[keyOf(i, name)].map((nanoseconds) => nanoseconds / 1000)])
    return Object.fromEntries(costs)
  })
}

function slopes (costs, i) {
  const kilobytes = KILOBYTES[i] - KILOBYTES[i - 1]
  return Object.fromEntries(Object.entries(costs[i]).map(([name, after]) => {
    const before = costs[i - 1][name]
    return [name, after.map((cost, round) => (cost - before[round]) / kilobytes)]
  }))
}

/** Returns a function that renders the page. */
function createPage (kilobytes) {
  const length = kilobytes * 1024 / PARTS
  const fragments = Array.from({ length: PARTS }, (_, i) => new StaticFragment(prose(i * length, length)))
  const text = 'Other text at each request. '.repeat(DYNAMIC_BYTES).slice(0, DYNAMIC_BYTES / PARTS)

  return function render () {
    const out = new Splicer()
    for (const fragment of fragments) {
      out.fragment(fragment)
      out.text += text
    }
    return out.end()
  }
}

/** Returns at most `length` bytes of the prose, from `start` on. */
function prose (start, length) {
  const all = Buffer.concat(PROSE.map((file) => fs.readFileSync(file)))
  const repeated = Buffer.alloc(length + start % all.length, all)
  return repeated.subarray(start % all.length).toString().replaceAll('\ufffd', '')
}

function verify (render) {
  const rendered = render()
  if (!gunzip(gzip(rendered)).equals(rendered.toBuffer())) {
    throw new Error('growth: the gzip member does not contain the page')
  }
}

function gunzip (member) {
  try {
    return zlib.gunzipSync(member)
  } catch (error) {
    throw new Error(`growth: invalid gzip member: ${error.message}`, { cause: error })
  }
}

function gzip (rendered) {
  return new GzipMember(rendered, { deflatesText: true }).toBuffer()
}

function waysOf (render) {
  const bytes = render().toBuffer()
  const memory = Buffer.alloc(bytes.length)
  return {
    validator: () => entityTag(render(), 'weak'),
    gzip () {
      const rendered = render()
      entityTag(rendered, 'weak')
      return gzip(rendered)
    },
    copy: () => Buffer.from(bytes),
    overwrite: () => bytes.copy(memory)
  }
}

module.exports = { measureGrowth }
