'use strict'

const MESSAGE = 'The page is too long for one Buffer or string. Send it part by part, with renderStream'

/**
 * @template Whole
 * @param {() => Whole} make makes one Buffer or string of a page
 * @returns {Whole}
 * @throws {RangeError} that names `renderStream`, if the page is longer than Node reads, allocates or decodes at once
 */
function whole (make) {
  try {
    return make()
  } catch (error) {
    // Node's error for a long string is no RangeError.
    if (error.name !== 'RangeError' && error.code !== 'ERR_STRING_TOO_LONG') throw error
    throw new RangeError(MESSAGE, { cause: error })
  }
}

module.exports = { whole }
