'use strict'

const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/**
 * @param {number} time in milliseconds since 1970
 * @returns {string} hours and minutes, UTC
 */
module.exports = function clock (time) {
  return format.format(time)
}
