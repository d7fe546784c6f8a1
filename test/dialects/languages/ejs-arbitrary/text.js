'use strict'

const fc = require('fast-check')
const { anyCodePoints } = require('../../../support/code-names')

const markup = [
  '<p>', '</p>\n', '<li class="item">', '</li>', '\n', '\n\n', ' ', '  \t', '\r\n', '"', "'", '`', '\\', '\\n', '&amp;', '&',
  '%', '<', '>', '%%', '?', '[', ']', '{', '}', '$', '$' + '{x}', '$&', '/*', '*/', '//', '<!--', '-->', '</script>', '-', '_', '='
]
const unicode = ['é', 'ß', '汉字', '🎉', '👩‍👧', '\u2028', '\u00a0', '“quoted”']
const words = ['lorem', 'ipsum dolor ', 'sit amet, ', '100% ', '50 %> 20', 'a < b', '<% ', 'x']

const piece = fc.constantFrom(...markup, ...unicode, ...words)

// Longer and shorter than what is worth a fragment of its own.
const long = fc.tuple(piece, fc.integer({ min: 60, max: 900 })).map(([text, length]) => `${text} long text `.repeat(length / 12 + 1))

/** Text of a page: mostly short, now and then longer than 512 bytes, or of any code points. */
const text = fc.oneof(
  { weight: 12, arbitrary: fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')) },
  { weight: 2, arbitrary: long },
  { weight: 1, arbitrary: anyCodePoints }
)

module.exports = { text }
