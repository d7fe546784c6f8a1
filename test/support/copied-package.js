'use strict'

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { viewFolder } = require('./view-folder')

const MODULES = path.join(__dirname, '../../node_modules')

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

/**
 * @param {string} name of a package
 * @param {(text: string, file: string) => string} edit its files
 * @returns {string} the folder of a copy
 */
function editedCopy (name, edit) {
  const { file } = viewFolder()
  fs.cpSync(path.join(MODULES, name), file('.'), { recursive: true })
  for (const each of fs.readdirSync(file('.'), { recursive: true }).filter((each) => /\.js(?:on)?$/.test(each))) {
    fs.writeFileSync(file(each), edit(fs.readFileSync(file(each), 'utf8'), each))
  }
  return file('.')
}

module.exports = { changedCopy, copied, editedCopy }
