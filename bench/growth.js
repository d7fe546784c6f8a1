'use strict'

const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const { entityTag } = require('../lib/response/etag')
const { GzipMember } = require('../lib/response/gzip')
const { Splicer } = require('../lib/template/splicer')
const { StaticFragment } = require('../lib/template/static-fragment')
const { median } = require('./statistics')

const KILOBYTES = [1, 4, 16, 64, 256, 1024]
const DYNAMIC_BYTES = 1024
/** A page is so many times static text, then dynamic text, however long. */
const PARTS = 4

const ROUNDS = 15
const TURN = 20_000_000n // nanoseconds

/** Longer together than the window of deflate, which would see through one page repeated. */
const PROSE = [
  '../README.md',
  '../CONTRIBUTING.md',
  '../CHANGELOG.md',
  'views/article/page.ejs',
  'views/article-chinese/page.ejs',
  'views/listing.ejs'
]

/**
 * Microseconds that the parts of a response take.
 *
 * @typedef {object} Costs
 * @property {number} validator the page rendered to its entity tag
 * @property {number} gzip rendered to its entity tag and gzip member
 * @property {number} copy the yardstick: the bytes of the page copied to new memory, as a body needs it
 * @property {number} overwrite copied to the same memory each time
 */

/**
 * What they take as the static part of a page grows while its dynamic part
 * stays as it is, in medians.
 *
 * @typedef {object} Growth
 * @property {number} kilobytes of static text
 * @property {Costs} costs
 * @property {Costs} [perKilobyte] by how much each has grown since the page before, for each kilobyte
 */

/**
 * @param {(text: string) => void} progress
 * @returns {Growth[]}
 * @throws {Error} if what is made is not the page
 */
function measureGrowth (progress) {
  const pages = KILOBYTES.map(createPage)
  pages.forEach(verify)

  const ways = pages.map(waysOf)
  const rounds = []
  for (let round = 0; round <= ROUNDS; round++) {
    progress(`growth: ${round === 0 ? 'warm-up' : `round ${round} of ${ROUNDS}`}`)
    const costs = ways.map((way) => mapValues(way, time))
    if (round > 0) rounds.push(costs)
  }
  return KILOBYTES.map((kilobytes, i) => ({
    kilobytes,
    costs: mapValues(ways[i], (_, name) => median(rounds.map((costs) => costs[i][name]))),
    ...i > 0 && { perKilobyte: mapValues(ways[i], (_, name) => median(rounds.map((costs) => slope(costs, i, name)))) }
  }))
}

function slope (costs, i, name) {
  return (costs[i][name] - costs[i - 1][name]) / (KILOBYTES[i] - KILOBYTES[i - 1])
}

/** A function that renders the page. */
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

/** So many bytes of the pages of this repository, or just below, from this one on. */
function prose (start, length) {
  const all = Buffer.concat(PROSE.map((file) => fs.readFileSync(path.join(__dirname, file))))
  const repeated = Buffer.alloc(length + start % all.length, all)
  return repeated.subarray(start % all.length).toString().replaceAll('\ufffd', '')
}

function verify (render) {
  const rendered = render()
  if (!gunzip(gzip(rendered)).equals(rendered.toBuffer())) {
    throw new Error('growth: the gzip member does not hold the page')
  }
}

function gunzip (member) {
  try {
    return zlib.gunzipSync(member)
  } catch (error) {
    throw new Error(`growth: what is made is no gzip member: ${error.message}`, { cause: error })
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

function mapValues (object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]))
}

/** Microseconds that a call takes, when called for one turn. */
function time (way) {
  const start = process.hrtime.bigint()
  let calls = 0
  let elapsed
  do {
    for (let i = 0; i < 10; i++) way()
    calls += 10
    elapsed = process.hrtime.bigint() - start
  } while (elapsed < TURN)
  return Number(elapsed) / calls / 1000
}

module.exports = { measureGrowth }
