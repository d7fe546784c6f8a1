'use strict'

/** @returns {import('./servers').Peer<any>} */
const peer = (title, create, language = 'ejs') => ({ title, language, create })

/**
 * Loads a package of bench/package.json.
 *
 * @throws {Error} with the command that installs it
 */
function requirePeer (name) {
  try {
    return require(name)
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error
    throw new Error(`${name} is not installed; 'npm ci --prefix bench' installs it`, { cause: error })
  }
}

module.exports = { peer, requirePeer }
