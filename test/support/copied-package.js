'use strict'

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')

/** @returns {object} a copy of a package, which nobody else uses */
function copied (name) {
  let copy
  jest.isolateModules(() => { copy = require(name) })
  return copy
}

/**
 * @param {string} file of a package
 * @param {(code: string) => string} change of its code, as by another version; it has to change something
 * @returns {object} what the changed file exports
 */
function changedCopy (file, change) {
  const code = fs.readFileSync(file, 'utf8')
  const changed = change(code)
  expect(changed).not.toBe(code)
  const module = { exports: {} }
  new Function('exports', 'require', 'module', '__dirname', changed)(module.exports, createRequire(file), module, path.dirname(file)) // eslint-disable-line no-new-func
  return module.exports
}

module.exports = { changedCopy, copied }
