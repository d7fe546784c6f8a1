'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { describeType } = require('../lib/util/errors')
const { inTime } = require('./in-time')
const { UsageError } = require('./usage-error')

/** @returns {boolean} whether the file is a module. Any other is JSON, even a pipe such as /dev/fd/63 */
function isModule (file) {
  return /\.[cm]?[jt]s$/.test(file)
}

/**
 * @param {string} option its name, for error messages
 * @param {string} file JSON, or a module that exports an object, a promise of one, or a function that gives one
 * @returns {Promise<() => object>} gives a copy at each call: the values of JSON anew, those of a module again
 * @throws {UsageError} if the file cannot be read or loaded, or gives no object
 */
async function readCopies (option, file) {
  if (isModule(file)) {
    const value = await exportedBy(option, file)
    return () => ({ ...value })
  }
  let text, value
  try {
    text = readText(file)
    value = JSON.parse(text)
  } catch (error) {
    const problem = error instanceof SyntaxError ? `is not JSON: ${error.message}` : `cannot be read: ${error.message}`
    throw new UsageError(`The file "${file}" of --${option} ${problem}`)
  }
  if (isObject(value)) return () => JSON.parse(text)
  const found = JSON.stringify(value).slice(0, 40)
  throw new UsageError(`The file "${file}" of --${option} must contain an object, got ${found}`)
}

/** @returns {Promise<object>} see `readCopies` */
async function readObject (option, file) {
  return (await readCopies(option, file))()
}

/** @returns {string} the text of a file in UTF-8, without a byte order mark */
function readText (file) {
  return new TextDecoder('utf-8', { fatal: true }).decode(fs.readFileSync(file))
}

/** Loads a module. The exports of a CommonJS module are its `default`. */
async function exportedBy (option, file) {
  const name = `module "${file}" of --${option}`
  let value
  try {
    const module = await inTime(import(pathToFileURL(path.resolve(file))), 'It')
    value = 'default' in module ? module.default : module
    // TypeScript and Babel write what a module exports by default as a property.
    if (value?.__esModule && 'default' in value) value = value.default
  } catch (error) {
    throw new UsageError(`Cannot load the ${name}: ${messageOf(error)}`)
  }
  const isFunction = typeof value === 'function' && !isApp(value)
  try {
    value = await inTime(isFunction ? value() : value, 'Its promise')
  } catch (error) {
    throw new UsageError(`The ${isFunction ? 'function' : 'promise'} of the ${name} failed: ${messageOf(error)}`)
  }
  if (isApp(value) && option === 'options') {
    const exported = file.endsWith('.mjs') ? 'export default' : 'module.exports ='
    throw new UsageError(`The ${name} exports the app itself: write ${exported} { app }`)
  }
  if (!isObject(value)) {
    throw new UsageError(`The ${name} must export an object, or a function that gives one, got ${describeType(value)}`)
  }
  try {
    const { __esModule, ...names } = value
    return names
  } catch (error) {
    throw new UsageError(`A getter of the ${name} failed: ${messageOf(error)}`)
  }
}

/** @returns {boolean} whether a value is an app of Express, which is a function */
function isApp (value) {
  return [value, value?.set, value?.render].every((each) => typeof each === 'function')
}

/** @returns {boolean} whether a value has names and values, as options and locals do */
function isObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns {string} the message, even of errors that are not objects */
function messageOf (error) {
  return String(error?.message ?? error)
}

module.exports = { isApp, isModule, messageOf, readCopies, readObject }
