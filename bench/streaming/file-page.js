'use strict'

const { createHash, randomFillSync } = require('node:crypto')
const fs = require('node:fs')

/** What is before and behind the file on its page. */
const HEAD = '<!DOCTYPE html><title>The tides since 1887</title><pre>'
const FOOT = '</pre>\n'

const HASH = 'sha256'
/** So many bytes are made at once. */
const PIECE = 2 ** 20

/**
 * Writes a file of bytes that never repeat.
 *
 * @param {string} file
 * @param {number} megabytes
 * @returns {{ bytes: number, hash: string }} of the page that it is on
 */
function writeFile (file, megabytes) {
  const hash = createHash(HASH).update(HEAD)
  const piece = Buffer.allocUnsafe(PIECE)
  const descriptor = fs.openSync(file, 'w')
  try {
    for (let i = 0; i < megabytes; i++) {
      hash.update(randomFillSync(piece))
      fs.writeSync(descriptor, piece)
    }
  } finally {
    fs.closeSync(descriptor)
  }
  return { bytes: HEAD.length + megabytes * PIECE + FOOT.length, hash: hash.update(FOOT).digest('hex') }
}

module.exports = { FOOT, HASH, HEAD, writeFile }
