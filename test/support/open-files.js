'use strict'

const fs = require('node:fs')

const DESCRIPTORS = '/proc/self/fd'

/** @returns {string[]} what each file descriptor of this process stands for, on Linux */
function openFiles () {
  return fs.readdirSync(DESCRIPTORS).flatMap((descriptor) => {
    try {
      return fs.readlinkSync(`${DESCRIPTORS}/${descriptor}`)
    } catch {
      // That of the folder itself is closed by now.
      return []
    }
  })
}

/**
 * @param {string} file an absolute path
 * @returns {number} how often this process has it open
 */
function timesOpen (file) {
  return openFiles().filter((open) => open === file || open === `${file} (deleted)`).length
}

module.exports = { openFiles, timesOpen }
