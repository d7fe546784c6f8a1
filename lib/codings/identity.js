'use strict'

/** Sends each part as it is: the bytes of a single part of a file without a copy. @type {import('.').PartEncoder} */
const plain = {
  encode (rendered) {
    const { chunks } = rendered
    return chunks.length === 1 && typeof chunks[0] !== 'string' ? chunks[0].bytes : rendered.toBuffer()
  }
}

/** The page itself (RFC 9110, section 12.5.3). @type {import('.').Coding} */
const identity = {
  name: 'identity',
  needsDictionary: false,
  dependsOnText: false,
  suffix: '',
  encoderOf: undefined,
  later: undefined,
  streamEncoderOf: () => plain,
  encodeOnce: async (bytes) => bytes
}

module.exports = { identity, plain }
