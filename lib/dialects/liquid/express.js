'use strict'

const { isInstance } = require('./instances')

/**
 * Finds the instance that a function for `app.engine` belongs to. The function shows it
 * to nobody; so it is called for the view that is about to be rendered, and its instance
 * says who it is instead of rendering. It gets a name that no file has: the instance may be
 * of another copy of the package, and render. The folders that such a function gives to its
 * instance when it is first called are given here.
 *
 * @param {Function} fn what Express calls for a view
 * @param {object} exports of a package, or an instance of Liquid
 * @param {object} view Express's, the one that is rendered
 * @returns {object | undefined} nothing if it is another package's, or an app's own function
 */
function engineOf (fn, exports, view) {
  const prototype = isInstance(exports) ? Object.getPrototypeOf(exports) : exports.Liquid?.prototype
  if (typeof prototype?.express !== 'function' || String(fn) !== String(prototype.express.call({}))) return undefined

  const { renderFile } = prototype
  let instance
  prototype.renderFile = function () {
    instance = this
    return new Promise(() => {})
  }
  try {
    fn.call(view, '', {}, () => {})
  } finally {
    prototype.renderFile = renderFile
  }
  return instance
}

module.exports = { engineOf }
