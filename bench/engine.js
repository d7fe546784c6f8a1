'use strict'

/**
 * @param {(file: string, locals: object) => string} render
 * @returns {Function} an engine for `app.engine`
 */
function engineOf (render) {
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

module.exports = { engineOf }
