'use strict'

const { DictionaryFrame } = require('./dictionary-frame')

/** RFC 9842: Zstandard with this dictionary; with a different one, bytes differ. @returns {import('..').Coding} */
function dczWith (dictionary) {
  return {
    name: 'dcz',
    needsDictionary: true,
    dependsOnText: false,
    suffix: `-dcz-${dictionary.sha256.toString('hex', 0, 4)}`,
    encoderOf: (rendered, options) => new DictionaryFrame(rendered, dictionary, options),
    later: undefined,
    streamEncoderOf: undefined,
    encodeOnce: undefined
  }
}

module.exports = { dczWith }
