'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

/** Where Linux keeps files in memory: a folder takes a twentieth of the time that it takes on a disk. */
const IN_MEMORY = '/dev/shm'

/** The bytes that must be free there. A container often has 64 MB. */
const ENOUGH = 2 ** 28

/** The folder that has the folders of views. */
const parent = isRoomy(IN_MEMORY) ? IN_MEMORY : os.tmpdir()

/** What removes the folders that are left. */
const removals = new Set()
const removeAll = () => removals.forEach((remove) => remove())

// Jest gives the process of a test file no end.
if (typeof afterAll === 'function') afterAll(removeAll)
else process.once('exit', removeAll)

/**
 * Writes views into a folder of their own, which is removed when the test file or the process ends.
 *
 * @param {Record<string, string>} [views] sources by file name, with `/` between folders
 * @returns {{ file: (name: string) => string, remove: () => void }} the path of a file in
 *   the folder, and what removes it earlier, for a test that makes many
 */
function viewFolder (views = {}) {
  const folder = fs.mkdtempSync(path.join(parent, 'views-'))
  const file = (name) => path.join(folder, name)
  for (const [name, source] of Object.entries(views)) {
    fs.mkdirSync(path.dirname(file(name)), { recursive: true })
    fs.writeFileSync(file(name), source)
  }
  const remove = () => {
    fs.rmSync(folder, { recursive: true, force: true })
    removals.delete(remove)
  }
  removals.add(remove)
  return { file, remove }
}

function isRoomy (folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}

/** @returns {ReturnType<typeof viewFolder>} a copy of a folder, in which a test may write */
function copyOf (original) {
  const copy = viewFolder()
  fs.cpSync(original, copy.file('.'), { recursive: true })
  return copy
}

module.exports = { copyOf, viewFolder }
