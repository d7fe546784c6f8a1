'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { filesBelow, isWithin, resolveFolders, statsOf } = require('../util/files')
const { describeType, withCode } = require('../util/errors')

/** Finds the files of views, always within the views folders. */
class ViewFiles {
  /** Searches the folders in this order. Error messages need the extensions of all views, with their dots. */
  constructor (roots, extensions = []) {
    this.roots = resolveFolders(roots)
    this.extensions = extensions
  }

  /**
   * @param {string} view a name relative to the roots, with `/` between folders
   * @param {string} extension that of the file, with its dot; added to the name if missing
   * @returns {string | undefined} the file `view`, or the file `index` in the folder `view`; `undefined` if there is
   *   none
   * @throws {TypeError} if the name is not a string, or is empty. @throws {Error} if the file is outside of the roots
   */
  find (view, extension) {
    checkName(view, this.roots)
    const name = withoutEnding(view, extension)
    for (const root of this.roots) {
      for (const file of [path.join(root, name + extension), path.join(root, name, 'index' + extension)]) {
        if (statsOf(file)) return contained(file, root, view)
      }
    }
  }

  /** @returns {string[]} the views of this name, which has no extension, with any known extension */
  withAnyExtension (name) {
    return this.extensions
      .map((extension) => name + extension)
      .filter((file) => this.roots.some((root) => statsOf(path.join(root, file))))
  }

  /** @returns {Error} the error for a view without a file */
  notFound (view, extension) {
    const name = withoutEnding(view, extension)
    const others = this.withAnyExtension(name)
    const found = others.length > 0 ? `; found ${quoted(others)}` : ''
    const extensions = others.map((file) => `'${path.extname(file).slice(1)}'`).join(' or ')
    const advice = found && view === name ? `: set the option "extension" to ${extensions}` : ''
    const message = `View "${view}" was not found: no file "${name}${extension}" or "${name}/index${extension}" ` +
      `in ${quoted(this.roots)}${found}${advice}`
    // As koa-views: Koa 2 answers this code of Node with 404.
    return withCode('ENOENT', new Error(message))
  }
}

function withoutEnding (view, extension) {
  return view.endsWith(extension) ? view.slice(0, -extension.length) : view
}

/** @param {string} [extension] that of views that are named without one, with its dot */
function namesBelow (roots, isView, extension) {
  const names = roots.flatMap((root) => filesBelow(root)
    .filter((file) => isView(path.extname(file)))
    .map((file) => path.relative(root, file).split(path.sep).join('/')))
  return [...new Set(names.map((name) => withoutExtension(name, extension)))]
}

/** @returns {string} the name without the extension, unless the rest would seem to have another one */
function withoutExtension (name, extension) {
  const { dir, ext, name: base } = path.posix.parse(name)
  return ext === extension && path.extname(base) === '' ? path.posix.join(dir, base) : name
}

function expectName (view) {
  if (typeof view === 'string' && view !== '') return
  const message = `The name of a view must be a string that is not empty, got ${describeType(view)}`
  throw withCode('BUFFERED_RENDER_VIEW', new TypeError(message))
}

/** @throws {Error} if it is no name, or leads out of the views folders */
function checkName (view, roots) {
  expectName(view)
  if (view.includes('\0') || view.includes('\\')) {
    const name = JSON.stringify(view)
    throw refused(`View ${name} has a backslash or a NUL character in its name. Separate folders with "/"`)
  }
  if (path.win32.isAbsolute(view) || view.split('/').includes('..')) {
    throw outsideOf(roots, view)
  }
}

function outsideOf (roots, view) {
  return refused(`View "${view}" is outside of the views folders: ${quoted(roots)}`)
}

function refused (message) {
  return withCode('BUFFERED_RENDER_VIEW', new Error(message))
}

function quoted (names) {
  return names.map((name) => `"${name}"`).join(', ')
}

/** @returns {string} the file. @throws {Error} if a symbolic link leads out of the root */
function contained (file, root, view) {
  // The native function takes half as long.
  if (isWithin(fs.realpathSync.native(file), fs.realpathSync.native(root))) return file
  throw refused(`View "${view}" is a link to a file outside of its folder "${root}"`)
}

module.exports = { ViewFiles, expectName, namesBelow, outsideOf }
