'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')

/** Milliseconds between two versions of the view. */
const INTERVAL = 40

const L = '<p class="static">Text that is long enough for a fragment, in every version of the view.</p>\n'.repeat(20)
const VERSION = /<!-- version (\d+) -->/

/** A view that changes while it is requested, as in development. Its version is at both ends. */
const VIEW = 'reloading'

function sourceOf (version) {
  return `<!-- version ${version} -->${L}<b><%= n %></b>${L.slice(0, 100 * (version % 10))}<i><%= -n %></i>${L}<!-- version ${version} -->`
}

/**
 * Writes one version after the other. A file that is renamed is never read half-written.
 *
 * @returns {() => number} the version that is written
 */
function rewrite (folder) {
  let version = 0
  const write = () => {
    const file = path.join(folder, `${VIEW}.ejs`)
    fs.writeFileSync(`${file}.new`, sourceOf(++version))
    fs.renameSync(`${file}.new`, file)
  }
  write()
  setInterval(write, INTERVAL)
  return () => version
}

/**
 * @param {string} text the page
 * @param {number} n
 * @returns {{ version: number, page: Buffer }} its version, and the page by EJS itself
 */
function expectedOf (text, n) {
  const version = Number(VERSION.exec(text)?.[1])
  return { version, page: Buffer.from(ejs.render(sourceOf(version), { n })) }
}

module.exports = { VIEW, expectedOf, rewrite }
