'use strict'

const path = require('node:path')

/**
 * @param {string} file an absolute path
 * @param {string} folder an absolute path
 * @returns {boolean} whether it is in the folder or below it
 */
function isWithin (file, folder) {
  const relative = path.relative(folder, file)
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative)
}

module.exports = { isWithin }
