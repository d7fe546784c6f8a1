'use strict'

const { accessSync, constants } = require('node:fs')
const path = require('node:path')

/**
 * @param {...string} names of a program, the first that is there counts
 * @returns {string | undefined} its file
 */
function findProgram (...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

function isExecutable (file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * As `describe`, for tests that need a program. Where it is missing they are
 * skipped, and the reason is printed.
 *
 * @param {string} title
 * @param {string[]} names of the program, as `findProgram` takes them
 * @param {(file: string) => void} define the tests
 */
function describeWith (title, names, define) {
  const file = findProgram(...names)
  if (file !== undefined) return describe(title, () => define(file))

  const reason = `skipped, since there is no ${names.join(' or ')} in the PATH`
  process.stderr.write(`${title}: ${reason}\n`)
  describe.skip(`${title}, ${reason}`, () => define(''))
}

module.exports = { describeWith }
