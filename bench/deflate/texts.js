'use strict'

const zlib = require('node:zlib')
const { Deflated } = require('../../lib/page/deflated')
const { figure, mean } = require('../../bin/measure/figures')
const { renderPages } = require('../pages')
const { median } = require('../../bin/measure/statistics')
const { timeInTurns } = require('../../bin/measure/stopwatch')
const { spliceMember } = require('./member')

const ROUNDS = 11

/** Number of different texts in rotation, so that branch prediction does not learn one text. */
const SAMPLES = 32
/** Bytes from the start of one text to the start of the next, which is of another page. */
const STRIDE = 977

const LENGTHS = [256, 512, 1024, 2048, 4096, 8192, 16384, 32768]
const LEVELS = [1, 2, 3, 4, 6]
const LOW_LEVEL = 1
const ZLIB_LEVEL = 6

/** The output of a template's loop, and prose. */
const SOURCES = { listing: bytesOf('listing'), article: bytesOf('article') }

/** Compares the time per saved byte of deflating a text and of compressing a complete page by zlib. */
async function compareTexts () {
  const texts = Object.keys(SOURCES).flatMap((source) => {
    return LENGTHS.filter((length) => length < SOURCES[source][0].length).map((length) => createText(source, length))
  })
  const pages = Object.keys(SOURCES).map(createPage)
  const times = await timeInTurns(Object.assign({}, ...[...texts, ...pages].map(({ calls }) => calls)), { rounds: ROUNDS, title: 'texts' })
  return {
    header: ['text', 'level 1, µs', 'bytes', 'member with it, µs', 'member stored, µs', 'bytes saved', 'ns per byte saved'],
    rows: [...texts.map((text) => describeText(text, times)), ...pages.map((page) => describePage(page, times))]
  }
}

/** Each way makes a complete member, so that their difference is the time for deflating. */
function createText (source, length) {
  const name = `${source}, ${length} bytes`
  const slices = SOURCES[source].map((page, i) => {
    const start = i * STRIDE % (page.length - length)
    return page.subarray(start, start + length)
  })
  const deflate = (i) => new Deflated(slices[i % SAMPLES], LOW_LEVEL)
  const splice = (i) => spliceMember([{ bytes: slices[i % SAMPLES], deflated: deflate(i) }])
  const store = (i) => spliceMember([slices[i % SAMPLES]])

  slices.forEach((slice, i) => verify([splice(i), store(i)], slice))
  return {
    name,
    bytes: mean(slices.map((_, i) => deflate(i).bytes.length)),
    saved: mean(slices.map((_, i) => store(i).length - splice(i).length)),
    calls: { [`${name}, deflate`]: deflate, [`${name}, splice`]: splice, [`${name}, store`]: store }
  }
}

function describeText ({ name, bytes, saved }, times) {
  const splice = times[`${name}, splice`]
  const store = times[`${name}, store`]
  return [
    name,
    microseconds(times[`${name}, deflate`]),
    figure(bytes),
    microseconds(splice),
    microseconds(store),
    figure(saved),
    // A text that gets longer saves nothing.
    saved > 0 ? figure(median(splice.map((time, round) => (time - store[round]) / saved)), 1) : '–'
  ]
}

function createPage (source) {
  const pages = SOURCES[source]
  const name = `complete ${source}, zlib level ${ZLIB_LEVEL}`
  const gzip = (i) => zlib.gzipSync(pages[i % SAMPLES], { level: ZLIB_LEVEL })
  const bytes = mean(pages.map((_, i) => gzip(i).length))
  return { name, bytes, saved: mean(pages.map(({ length }) => length)) - bytes, calls: { [name]: gzip } }
}

function describePage ({ name, bytes, saved }, times) {
  return [name, microseconds(times[name]), figure(bytes), '', '', figure(saved), figure(median(times[name]) / saved, 1)]
}

/** Compares the levels of zlib for the text of the listing. */
async function compareLevels () {
  const pages = SOURCES.listing
  const calls = Object.fromEntries(LEVELS.map((level) => [level, (i) => new Deflated(pages[i % SAMPLES], level)]))
  const length = mean(pages.map((page) => page.length))
  const bytes = LEVELS.map((level) => mean(pages.map((_, i) => calls[level](i).bytes.length)))
  const times = await timeInTurns(calls, { rounds: ROUNDS, title: 'levels' })

  const perByte = (level, i) => figure(median(times[level]) / (length - bytes[i]), 1)
  const perByteMore = (level, i) => i === 0 ? '' : figure(median(times[level].map((time, round) => time - times[LEVELS[0]][round])) / (bytes[0] - bytes[i]), 1)
  return {
    header: [`level, listing of ${figure(length)} bytes`, 'µs', 'bytes', 'ns per byte saved', `ns per byte more than level ${LEVELS[0]} saves`],
    rows: LEVELS.map((level, i) => [`${level}`, microseconds(times[level]), figure(bytes[i]), perByte(level, i), perByteMore(level, i)])
  }
}

function bytesOf (name) {
  return renderPages(name, SAMPLES).map((rendered) => rendered.toBuffer())
}

function verify (members, bytes) {
  for (const member of members) {
    if (!zlib.gunzipSync(member).equals(bytes)) throw new Error('a gzip member does not contain its text')
  }
}

function microseconds (nanoseconds) {
  return figure(median(nanoseconds) / 1000, 2)
}

module.exports = { compareLevels, compareTexts }
