'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { describeType } = require('../lib/util/describe-type')
const { inTime } = require('./in-time')
const { UsageError } = require('./usage-error')

/** The files that are modules. Any other is JSON, also a pipe such as /dev/fd/63. */
const MODULE = /\.[cm]?[jt]s$/

/**
 * @param {string} option for error messages
 * @param {string} file JSON, or a module that exports an object, a promise of one, or a function that gives one
 * @returns {Promise<object>} a copy
 * @throws {UsageError} if the file cannot be read or loaded, or gives no object
 */
async function readObject (option, file) {
  if (MODULE.test(file)) return exportedBy(option, file)
  let value
  try {
    value = parseFile(file)
  } catch (error) {
    const problem = error instanceof SyntaxError ? `is not JSON: ${error.message}` : `cannot be read: ${error.message}`
    throw new UsageError(`The file "${file}" of --${option} ${problem}`)
  }
  if (isObject(value)) return value
  throw new UsageError(`The file "${file}" of --${option} must contain an object, got ${JSON.stringify(value).slice(0, 40)}`)
}

/**
 * @param {string} file JSON in UTF-8, with or without a byte order mark
 * @returns {any}
 */
function parseFile (file) {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fs.readFileSync(file)))
}

/** Loads a module. The exports of a CommonJS module are its `default`. */
async function exportedBy (option, file) {
  const name = `module "${file}" of --${option}`
  let value
  try {
    const module = await inTime(import(pathToFileURL(path.resolve(file))), 'It')
    value = 'default' in module ? module.default : module
  } catch (error) {
    throw new UsageError(`Cannot load the ${name}: ${messageOf(error)}`)
  }
  const isFunction = typeof value === 'function'
  try {
    value = await inTime(isFunction ? value() : value, 'Its promise')
  } catch (error) {
    throw new UsageError(`The ${isFunction ? 'function' : 'promise'} of the ${name} failed: ${messageOf(error)}`)
  }
  if (!isObject(value)) throw new UsageError(`The ${name} must export an object, or a function that gives one, got ${describeType(value)}`)
  try {
    return { ...value }
  } catch (error) {
    throw new UsageError(`A getter of the ${name} failed: ${messageOf(error)}`)
  }
}

/** @returns {boolean} whether a value has names and values, as options and locals do */
function isObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns {string} also for errors that are no objects */
function messageOf (error) {
  return String(error?.message ?? error)
}

module.exports = { messageOf, parseFile, readObject }
