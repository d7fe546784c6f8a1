'use strict'

/**
 * Releases that give other pages or errors than the release before, by themselves, and what they changed.
 *
 * @type {Record<string, string>} package@version → why
 */
module.exports = {
}
