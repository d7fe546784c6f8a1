'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** The error codes for a path at which no file exists or can exist. */
const NOT_FOUND = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/** The folder of an installed package, at the start of a path, and its name. */
const INSTALLED = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/

/** @returns {fs.Stats | undefined} those of a file, if there is one. @throws all but `NOT_FOUND` */
function statsOf (file) {
  const stats = unlessMissing(() => fs.statSync(file, { __proto__: null, throwIfNoEntry: false }))
  return stats?.isFile() ? stats : undefined
}

/** @returns {string | undefined} the path without links, if it exists. @throws all but `NOT_FOUND` */
function realPathOf (path) {
  return unlessMissing(() => fs.realpathSync.native(path))
}

/** @returns the result of the operation; `undefined` if its path does not exist. @throws all but `NOT_FOUND` */
function unlessMissing (operation) {
  try {
    return operation()
  } catch (error) {
    if (NOT_FOUND.has(error.code)) return undefined
    throw error
  }
}

/**
 * @param {(error: Error) => void} [onUnread] called for each folder that cannot be read, in place of throwing
 * @returns {string[]} the sorted paths of all files below the folder, if it exists, without installed packages
 */
function filesBelow (folder, onUnread) {
  try {
    const entries = unlessMissing(() => fs.readdirSync(folder, { __proto__: null, withFileTypes: true })) ?? []
    return entries.filter(({ name }) => name !== 'node_modules').flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(file, onUnread)
      return statsOf(file) ? [file] : []
    }).sort()
  } catch (error) {
    if (onUnread === undefined) throw error
    onUnread(error)
    return []
  }
}

/** @param {string | string[]} folders. @returns {string[]} absolute paths */
function resolveFolders (folders) {
  return [folders].flat().map((folder) => path.resolve(folder))
}

/** @returns {boolean} whether the absolute path of the file is below that of the folder */
function isWithin (file, folder) {
  const relative = path.relative(folder, file)
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)
}

/** @returns {string | undefined} the name of the installed package that a path is in, by its folder */
function packageNameOf (path) {
  return INSTALLED.exec(path)?.[1].replaceAll('\\', '/')
}

/** @returns {object} what the package.json in a folder has; nothing if it cannot be read */
function packageJsonIn (folder) {
  try {
    // The decoder drops a byte order mark, as npm does.
    return JSON.parse(new TextDecoder().decode(fs.readFileSync(path.join(folder, 'package.json')))) ?? {}
  } catch {
    return {}
  }
}

module.exports = { INSTALLED, filesBelow, isWithin, packageJsonIn, packageNameOf, realPathOf, resolveFolders, statsOf }
