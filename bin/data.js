'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { describeType } = require('../lib/describe-type')
const { statsOf } = require('../lib/files')
const { importModule, isObject, messageOf, readJson } = require('./input-file')
const { UsageError } = require('./usage-error')

const MODULES = ['.js', '.cjs', '.mjs']

/** The locals of views, from the JSON file, the module or the folder that `--data` names. */
class Data {
  /** @param {string} target */
  constructor (target) {
    this.target = target
    this.isFolder = fs.statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
  }

  /**
   * @param {import('./site').View} view
   * @returns {Promise<object | undefined>} an object of its own; undefined if the folder has no file for the view
   * @throws {UsageError} if a file cannot be read, or gives no object
   */
  async localsOf (view) {
    const file = this.fileOf(view)
    if (file === undefined) return undefined
    return { ...MODULES.includes(path.extname(file)) ? await exportedBy(file) : readJson('data', file) }
  }

  /**
   * @param {import('./site').View} view
   * @returns {string | undefined}
   */
  fileOf (view) {
    return this.isFolder ? this.filesFor(view).find(statsOf) : this.target
  }

  /**
   * @param {import('./site').View} view
   * @returns {string[]} the files that may hold its locals: those of the view "shop/index.ejs" are shop/index.json and others
   */
  filesFor ({ name, file }) {
    const extension = path.extname(file)
    const base = name.endsWith(extension) ? name.slice(0, -extension.length) : name
    return ['.json', ...MODULES].map((extension) => path.join(this.target, base + extension))
  }
}

/**
 * @param {string} file
 * @returns {Promise<object>}
 * @throws {UsageError} if the module cannot be loaded, or gives no object
 */
async function exportedBy (file) {
  const module = await importModule('data', file)
  const exported = 'default' in module ? module.default : module
  const value = typeof exported === 'function' ? await resultOf(exported, file) : exported
  if (isObject(value)) return value
  throw new UsageError(`The module "${file}" of --data must export an object, or a function that gives one, got ${describeType(value)}`)
}

async function resultOf (load, file) {
  try {
    return await load()
  } catch (error) {
    throw new UsageError(`The function of the module "${file}" of --data failed: ${messageOf(error)}`)
  }
}

module.exports = { Data }
