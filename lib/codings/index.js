'use strict'

const { brotli } = require('./brotli')
const { gzip } = require('./gzip')
const { identity } = require('./identity')

/**
 * A content coding (RFC 9110, section 8.4.1). What it cannot do is `undefined`.
 *
 * @typedef {object} Coding
 * @property {string} name the value of `Content-Encoding`
 * @property {boolean} isNegotiated whether the client's Accept-Encoding decides; if not, the dictionary offers it
 * @property {boolean} dependsOnText whether the length always shows how well text compresses: not for
 *   `compress: 'static'`
 * @property {string} suffix what a strong entity tag has in addition (RFC 9110, section 8.8.3.3)
 * @property {(rendered: import('../page/rendered').Rendered, how: How) => Encoder} [encoderOf] encodes a page for its
 *   request
 * @property {Later} [later] encodes a page that is requested often, for the memo
 * @property {(how: How) => import('../response/page-stream').PartEncoder} [streamEncoderOf] encodes a page in parts
 * @property {(bytes: Buffer) => Promise<Buffer>} [encodeOnce] encodes what is kept, such as the dictionary, in zlib's
 *   threads
 *
 * @typedef {{ deflatesText: boolean, isStrong?: boolean }} How see `writeBlocks`
 *
 * @typedef {object} Encoder
 * @property {boolean} pays whether the encoded page is probably shorter
 * @property {boolean} inParts whether the page is to be encoded in parts, while it is sent, by the coding's
 *   `streamEncoderOf`
 * @property {() => Buffer} toBuffer
 *
 * @typedef {object} Later
 * @property {{ hits: number, mostBytes: number, quality: number }[]} tiers after how many hits, to which size and how
 *   well
 * @property {(bytes: Buffer, quality: number) => Promise<Buffer>} encode
 */

/**
 * The content codings that Accept-Encoding may ask for, in order of preference; `dcz`, with a dictionary, comes before
 * them.
 *
 * @type {Coding[]}
 */
const codings = [brotli, gzip, identity]

module.exports = { codings }
