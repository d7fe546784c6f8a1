'use strict'

const fc = require('fast-check')

// The unit 'binary' of `fc.string` takes a second or two to load, and is rarely Latin.
const codePoint = fc.oneof(fc.nat(0xFF), fc.nat(0xFFFF), fc.nat(0x10FFFF))

/** @type {fc.Arbitrary<string>} any code point, also half of a surrogate pair: a unit for `fc.string` */
const anyCharacter = codePoint.map((code) => String.fromCodePoint(code))

module.exports = { anyCharacter }
