'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

/**
 * Writes views into a folder of their own.
 *
 * @param {Record<string, string>} views sources by file name, with `/` between folders
 * @returns {{ file: (name: string) => string, remove: () => void }} the path of a file in
 *   the folder, and what removes it
 */
function viewFolder (views) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'views-'))
  const file = (name) => path.join(folder, name)
  for (const [name, source] of Object.entries(views)) {
    fs.mkdirSync(path.dirname(file(name)), { recursive: true })
    fs.writeFileSync(file(name), source)
  }
  return { file, remove: () => fs.rmSync(folder, { recursive: true, force: true }) }
}

module.exports = { viewFolder }
