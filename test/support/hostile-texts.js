'use strict'

const path = require('node:path')
const { read } = require('../corpus/load')

const LATIN_1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))

/** Line separators of JavaScript, a byte order mark, half characters. */
const ODD = ['', '\u2028', '\u2029', '\uFEFF', '\uFFFD', '\uD83D', '\uDE00', 'a\uD83D', '\uDE00b', '😀', '\uDE00\uD83D', '汉字']

/** Text that is hard to escape or to encode. */
module.exports = [...read(path.join(__dirname, 'hostile-texts.yaml')), ...LATIN_1, LATIN_1.join(''), ...ODD, '&'.repeat(500)]
