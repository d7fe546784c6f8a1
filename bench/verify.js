'use strict'

const zlib = require('node:zlib')
const { decode } = require('../test/support/decode')
const { codingOf, get } = require('./answer')
const { samples } = require('./counters')
const { pageDifference } = require('./difference')
const { mapValues } = require('./map-values')
const servers = require('./servers')

/**
 * Verifies that every variant sends the same pages as the baseline, see `difference.js`.
 *
 * @typedef {{ wire: number, wires: Record<string, number>, page: number, zlib: number }} Sizes our body and that of each
 *   variant in their content coding, the decoded body, and that compressed by zlib at level 6
 *
 * @param {Record<string, number>} ports variant → port
 * @param {{ isCoded: boolean }} how whether all bodies must be in a requested coding
 * @returns {Promise<Sizes>} of the first page
 * @throws {Error} with the variant and the difference
 */
async function verify (page, ports, { isCoded }) {
  const sizes = []
  for (const n of samples(page)) sizes.push(await verifyPage(page, ports, { n, isCoded }))
  return sizes[0]
}

async function verifyPage ({ headers, variants, baseline, ours }, ports, { n, isCoded }) {
  const ask = async (variant) => read(variant, await get(ports[variant], `/${n}`, headers))
  const expected = await ask(baseline)
  if (expected.status !== 200) throw new Error(`${baseline} answers ${expected.status}`)
  const answers = { [baseline]: expected }
  for (const variant of variants.filter((name) => name !== baseline)) {
    answers[variant] = await ask(variant)
    compare(answers[variant], expected, `${variant} differs from ${baseline} in page ${n}`)
  }
  if (isCoded) verifyCodings(answers, headers['Accept-Encoding'] ?? 'identity', n)

  return {
    wire: answers[ours].wire,
    wires: mapValues(answers, ({ wire }) => wire),
    page: expected.body.length,
    zlib: zlib.gzipSync(expected.body, { level: 6 }).length
  }
}

function read (variant, answer) {
  try {
    return {
      language: servers[variant].language,
      status: answer.status,
      // Names of charsets are case-insensitive.
      contentType: answer.headers['content-type']?.toLowerCase(),
      coding: codingOf(answer),
      wire: answer.body.length,
      body: decode(answer)
    }
  } catch (error) {
    throw new Error(`${variant} sends a body that cannot be decoded: ${error.message}`, { cause: error })
  }
}

function compare (answer, expected, where) {
  const field = ['status', 'contentType'].find((name) => answer[name] !== expected[name])
  if (field) throw new Error(`${where}: ${field} is ${answer[field]}, not ${expected[field]}`)
  const difference = pageDifference(answer, expected)
  if (difference) throw new Error(`${where}: the body ${difference}`)
}

function verifyCodings (answers, accepted, n) {
  const variant = Object.keys(answers).find((name) => !accepted.split(', ').includes(answers[name].coding))
  if (variant) throw new Error(`${variant} answers page ${n} in ${answers[variant].coding}, not in ${accepted}`)
}

module.exports = { verify }
