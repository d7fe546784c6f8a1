'use strict'

const { drive, isPromise } = require('./drive')

/**
 * Has an instance of Liquid render a file: at once, which is faster, where nothing has
 * to be waited for.
 *
 * @param {object} instance
 * @param {string} filename
 * @returns {(locals: object) => string | Promise<string>}
 */
function byEngine (instance, filename) {
  let method
  return (locals) => {
    if (method !== undefined) return instance[method](filename, locals)
    if (!isReadAtOnce(instance, filename)) return instance.renderFile(filename, locals)

    const page = drive(instance._renderFile(filename, locals, { sync: true }))
    method = isPromise(page) ? 'renderFile' : 'renderFileSync'
    return page
  }
}

/**
 * @param {object} instance
 * @param {string} filename
 * @returns {boolean} a file system of the app may do no such thing
 */
function isReadAtOnce (instance, filename) {
  try {
    instance.parseFileSync(filename)
    return true
  } catch {
    return false
  }
}

module.exports = { byEngine }
