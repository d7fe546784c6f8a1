'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const zlib = require('node:zlib')
const { everything } = require('./level')
const { describeWith } = require('./programs')
const { viewFolder } = require('./view-folder')

/** RFC 9842, section 5: the header of `dcz`. Node's decoder ends behind it. */
const HEADER_BYTES = 40

const MOST_BYTES = 1 << 26

/** Whether Node's zstd takes dictionaries. */
const isNodeAble = Number(process.versions.node.split('.')[0]) >= 24

/**
 * As `describe`, for tests that decode `dcz`: with Node's zstd where it takes dictionaries. Elsewhere, and with TEST_ALL=1, with the program
 * zstd; without it they are skipped, and the reason is printed.
 *
 * @param {(decode: (bytes: Buffer, dictionary: Buffer) => Buffer) => void} define the tests
 */
function describeUnzstd (title, define) {
  if (isNodeAble) describe(title, () => define(decode))
  if (!isNodeAble || everything) describeProgram(`${title}, by zstd`, define)
}

/** As `describeUnzstd`, with Node's zstd alone. Elsewhere the tests are skipped, and the reason is printed. */
function describeNodesZstd (title, define) {
  if (isNodeAble) return describe(title, () => define(decode))
  const reason = 'skipped, since the zstd of this Node takes no dictionary'
  process.stderr.write(`${title}: ${reason}\n`)
  describe.skip(`${title}, ${reason}`, () => define(decode))
}

function decode (bytes, dictionary) {
  return zlib.zstdDecompressSync(bytes.subarray(HEADER_BYTES), { dictionary, maxOutputLength: MOST_BYTES })
}

function describeProgram (title, define) {
  describeWith(title, ['zstd'], (program) => {
    const folder = viewFolder()
    define((bytes, dictionary) => {
      const file = folder.file('dictionary')
      fs.writeFileSync(file, dictionary)
      return execFileSync(program, ['--decompress', '--stdout', '--quiet', '-D', file], { input: bytes, maxBuffer: MOST_BYTES })
    })
  })
}

module.exports = { HEADER_BYTES, describeNodesZstd, describeUnzstd }
