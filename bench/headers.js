'use strict'

/** The content codings that requests accept, by who asks: `browser` is what Chrome, Edge and Firefox send. */
module.exports = {
  GZIP: { 'Accept-Encoding': 'gzip' },
  BROTLI: { 'Accept-Encoding': 'br' },
  BROWSER: { 'Accept-Encoding': 'gzip, deflate, br, zstd' }
}
