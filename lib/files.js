'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** The errors of a path where nothing is, or can be. */
const NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/**
 * @returns {boolean} whether there is such a file
 * @throws what the file system throws if it cannot tell
 */
function isFile (file) {
  return statsOf(file) !== undefined
}

/**
 * @returns {fs.Stats | undefined} nothing if there is no such file
 * @throws what the file system throws if it cannot tell
 */
function statsOf (file) {
  const stats = ask(() => fs.statSync(file, { throwIfNoEntry: false }))
  return stats?.isFile() ? stats : undefined
}

/**
 * @returns {string | undefined} the path without links; nothing if nothing is there
 * @throws what the file system throws if it cannot tell
 */
function realPathOf (path) {
  return ask(() => fs.realpathSync(path))
}

/**
 * @template Answer
 * @param {() => Answer} question to the file system
 * @returns {Answer | undefined} nothing if nothing is there
 * @throws what the file system throws if it cannot tell
 */
function ask (question) {
  try {
    return question()
  } catch (error) {
    if (NOWHERE.has(error.code)) return undefined
    throw error
  }
}

/**
 * @param {string} file an absolute path
 * @param {string} folder an absolute path
 * @returns {boolean} whether it is below the folder, by its name
 */
function isWithin (file, folder) {
  const relative = path.relative(folder, file)
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)
}

module.exports = { isFile, isWithin, realPathOf, statsOf }
