'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')

const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants

const compress = promisify(zlib.brotliCompress)

/**
 * The number of hits, by clients that prefer Brotli, after which a page is compressed at a higher quality. The highest
 * quality takes a second for a megabyte and is not used for larger pages. After this many hits, each byte saved has
 * cost about as much time as a byte saved by gzip at level 6. Node 24, bench/tiers.js of 1.0.0, in ms and bytes: an
 * article at quality 5 takes 0.194 for 4061, at 11 9.5 for 3396; in Chinese, 0.234 for 4732, and 8.9 for 4349.
 */
const TIERS = [{ hits: 3, mostBytes: Infinity, quality: 5 }, { hits: 250, mostBytes: 1 << 20, quality: 11 }]

function encode (bytes, quality) {
  const params = {
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length
  }
  return compress(bytes, { __proto__: null, encoding: null, params })
}

/** RFC 7932. Too slow for one request. @type {import('.').Coding} */
const brotli = {
  name: 'br',
  needsDictionary: false,
  dependsOnText: true,
  suffix: '-br',
  encoderOf: undefined,
  later: { tiers: TIERS, encode },
  streamEncoderOf: undefined,
  encodeOnce: (bytes) => compress(bytes)
}

module.exports = { brotli }
