'use strict'

const { figure } = require('../../bin/measure/figures')
const { times } = require('../table')

/** The encoders whose sizes are compared with those of zlib's level 6. */
const COMPARED = ['spliced', 'static', 'zlib 1', 'dcz']

/** The encoders whose time is measured. */
const TIMED = ['zlib 6', 'zlib 1', 'spliced', 'dcz']

/** @param {{ name: string, sizes: Record<string, number>, microseconds: Record<string, number> }[]} measured pages */
function summarizeWire (measured) {
  return {
    title: "On the wire: bytes, the ratio to zlib's level 6, and µs of CPU time",
    header: ['page', 'bytes', 'zlib 6', ...COMPARED, ...TIMED.map((encoder) => `µs ${encoder}`)],
    rows: measured.map(({ name, sizes, microseconds }) => [
      name, ...[sizes.plain, sizes['zlib 6']].map((bytes) => figure(bytes)),
      ...COMPARED.map((encoder) => `${figure(sizes[encoder])}, ${times(sizes[encoder] / sizes['zlib 6'])}`),
      ...TIMED.map((encoder) => figure(microseconds[encoder], 1))
    ])
  }
}

module.exports = { TIMED, summarizeWire }
