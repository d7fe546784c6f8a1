'use strict'

/**
 * @param {(file: string, locals: object) => string} render
 * @returns {Function} what Express calls for a view, for a package that has no such
 *   function, as its documentation has apps write it
 */
function expressFunction (render) {
  return (file, locals, callback) => {
    let page
    try {
      page = render(file, locals)
    } catch (error) {
      return callback(error)
    }
    callback(null, page)
  }
}

module.exports = { expressFunction }
