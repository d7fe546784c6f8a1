'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { run } = require('./command')
const { MANAGERS } = require('./package-managers')

const ROOT = path.join(__dirname, '../..')

/** @returns {Promise<string>} the tarball of the library, as it would be published */
async function pack (folder) {
  const output = await run(['npm', 'pack', '--json', '--pack-destination', folder], { cwd: ROOT })
  return path.join(folder, JSON.parse(output)[0].filename)
}

/**
 * Installs the tarball and what package.json names.
 *
 * @param {string} folder
 * @param {string} tarball
 * @param {string} manager
 */
async function install (folder, tarball, manager) {
  const { add, settings = {}, proof } = MANAGERS[manager]
  const registry = (await run(['npm', 'config', 'get', 'registry'], { cwd: folder })).trim()
  for (const [file, text] of Object.entries(settings)) {
    fs.writeFileSync(path.join(folder, file), text.replace('<registry>', registry))
  }
  await run([...add, `buffered-render@file:${tarball}`], { cwd: folder })
  assert(fs.existsSync(path.join(folder, proof)), `${manager} has not made ${proof}`)
}

module.exports = { install, pack }
