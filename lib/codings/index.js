'use strict'

const { brotli } = require('./brotli')
const { gzip } = require('./gzip')
const { identity } = require('./identity')

/**
 * A content coding (RFC 9110, section 8.4.1). What it cannot do is `undefined`.
 *
 * @typedef {object} Coding
 * @property {string} name the value of `Content-Encoding`
 * @property {boolean} needsDictionary whether the dictionary offers it; if not, the client's Accept-Encoding decides
 * @property {boolean} dependsOnText whether the length always shows how well text compresses: not for
 *   `compress: 'static'`
 * @property {string} suffix what is added to a strong entity tag (RFC 9110, section 8.8.3.3)
 * @property {(rendered: Rendered, options: EncoderOptions) => Encoder} [encoderOf] encodes a page for its request
 * @property {Later} [later] encodes a page that is requested often, for the memo
 * @property {(options: EncoderOptions) => PartEncoder} [streamEncoderOf] encodes a page in parts
 * @property {(bytes: Buffer) => Promise<Buffer>} [encodeOnce] encodes a dictionary, which is kept, in zlib's threads
 *
 * @typedef {import('../page/rendered').Rendered} Rendered
 * @typedef {{ deflatesText: boolean, isStrong?: boolean }} EncoderOptions see `writeBlocks`
 *
 * @typedef {object} Encoder
 * @property {boolean} isSmaller whether the encoded page is probably shorter
 * @property {boolean} prefersStream whether the page is to be encoded by `streamEncoderOf`, while it is sent
 * @property {() => Buffer} toBuffer
 *
 * @typedef {{ encode: (part: Rendered, isLast: boolean) => Buffer | Promise<Buffer> }} PartEncoder
 *
 * @typedef {object} Later
 * @property {{ hits: number, mostBytes: number, quality: number }[]} tiers for pages up to `mostBytes`
 * @property {(bytes: Buffer, quality: number) => Promise<Buffer>} encode
 */

/** What Accept-Encoding may ask for, in order of preference, after `dcz`, with a dictionary. @type {Coding[]} */
const codings = [brotli, gzip, identity]

module.exports = { codings }
