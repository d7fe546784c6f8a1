'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { describeType } = require('./describe-type')
const { isFile, isWithin } = require('./files')

/** Finds the files of views in folders, and nothing outside of them. */
class Views {
  /** @param {string | string[]} roots folders, the first that has a view gives it */
  constructor (roots) {
    this.roots = [roots].flat().map((root) => path.resolve(root))
  }

  /**
   * @param {string} view a name relative to the roots, with `/` between folders
   * @param {string} extension the file's, with its dot; added where it is missing
   * @returns {string} the file `view`, or `index` in the folder `view`
   * @throws {TypeError} if the name is not one
   * @throws {Error} if there is no such file or it is outside of the roots
   */
  find (view, extension) {
    checkName(view)
    const name = view.endsWith(extension) ? view.slice(0, -extension.length) : view
    for (const root of this.roots) {
      for (const file of [path.join(root, name + extension), path.join(root, name, 'index' + extension)]) {
        if (isFile(file)) return contained(file, root, view)
      }
    }
    const message = `View "${view}" was not found as a file ${extension} in ${this.roots.map((root) => `"${root}"`).join(', ')}`
    throw Object.assign(new Error(message), { code: 'ENOENT' })
  }
}

/** @throws {TypeError} if it cannot be the name of a view */
function expectName (view) {
  if (typeof view !== 'string' || view === '') throw new TypeError(`A view is named by a string, got ${describeType(view)}`)
}

/**
 * @throws {TypeError} if it is no name
 * @throws {Error} if it leads out of the folders of views
 */
function checkName (view) {
  expectName(view)
  if (view.includes('\0') || view.includes('\\')) throw new Error(`View ${JSON.stringify(view)} has a character that no view name has`)
  if (path.win32.isAbsolute(view) || view.split('/').includes('..')) {
    throw new Error(`View "${view}" is outside of the folders of views`)
  }
}

/** @returns {string} the file, if symbolic links do not lead out of its root */
function contained (file, root, view) {
  if (isWithin(fs.realpathSync(file), fs.realpathSync(root))) return file
  throw new Error(`View "${view}" is a link out of its folder "${root}"`)
}

module.exports = { Views, expectName }
