'use strict'

const { isUtf8 } = require('node:buffer')
const { createHash } = require('node:crypto')
const { inSeparateMemory } = require('../page/separate-memory')

/** The format of values in the store. A value of another version counts as absent. */
const FORMAT = '1'

/** The characters of a SHA-256 in base64url. */
const DIGEST_LENGTH = 43

/** Writes a fragment as text: format, digest of what follows, a line of JSON, and the fragment. @returns {string} */
function encodeValue (bytes, { generation, tokens }) {
  const encoding = isUtf8(bytes) ? 'utf8' : 'base64'
  const text = `${JSON.stringify({ generation, tokens: [...tokens], encoding })}\n${bytes.toString(encoding)}`
  return FORMAT + sha256Of(text) + text
}

/** Gives bytes, generation and tokens of a value of the store; `undefined` if `encodeValue` did not make it. */
function decodeValue (value) {
  if (typeof value !== 'string' || !value.startsWith(FORMAT)) return undefined
  const start = FORMAT.length + DIGEST_LENGTH
  const text = value.slice(start)
  if (value.slice(FORMAT.length, start) !== sha256Of(text)) return undefined
  const end = text.indexOf('\n')
  try {
    const { generation, tokens, encoding } = JSON.parse(text.slice(0, end))
    const isPair = (entry) => entry.length === 2 && entry.every(isText)
    if (!isText(generation) || !tokens.every(isPair) || !['base64', 'utf8'].includes(encoding)) return undefined
    const bytes = inSeparateMemory(Buffer.from(text.slice(end + 1), encoding))
    return { bytes, generation, tokens: new Map(tokens) }
  } catch {
    // Others who write to the store can make a digest, too.
    return undefined
  }
}

function isText (value) {
  return typeof value === 'string'
}

function sha256Of (text) {
  return createHash('sha256').update(text).digest('base64url')
}

module.exports = { decodeValue, encodeValue, sha256Of }
