'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { UsageError } = require('./usage-error')

/**
 * @param {string} option for error messages
 * @param {string} file
 * @returns {object}
 * @throws {UsageError} if the file cannot be read, is not JSON or does not contain an object
 */
function readJson (option, file) {
  let value
  try {
    value = JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    const problem = error instanceof SyntaxError ? `is not JSON: ${error.message}` : `cannot be read: ${error.message}`
    throw new UsageError(`The file "${file}" of --${option} ${problem}`)
  }
  if (!isObject(value)) {
    throw new UsageError(`The file "${file}" of --${option} must contain an object, got ${JSON.stringify(value).slice(0, 40)}`)
  }
  return value
}

/**
 * @param {string} option for error messages
 * @param {string} file
 * @returns {Promise<object>} the exports of a CommonJS module are its `default`
 * @throws {UsageError} if the module cannot be loaded
 */
async function importModule (option, file) {
  try {
    return await import(pathToFileURL(path.resolve(file)))
  } catch (error) {
    throw new UsageError(`Cannot load the module "${file}" of --${option}: ${messageOf(error)}`)
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

module.exports = { importModule, isObject, messageOf, readJson }
