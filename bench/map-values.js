'use strict'

/** @returns {object} with the same keys */
function mapValues (object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

module.exports = { mapValues }
