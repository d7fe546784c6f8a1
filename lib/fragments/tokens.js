'use strict'

/**
 * Tag → its token in the store; `undefined` if the token is not known. An entry is valid while the store has the same
 * tokens.
 *
 * @typedef {Map<string, string | undefined>} Tokens
 */

/** In place of a token: equals none. A fragment was made of parts with different tokens of the same tag. */
const NEVER = ''

function addTokens (tokens, added) {
  for (const [tag, token] of added) {
    tokens.set(tag, tokens.has(tag) && tokens.get(tag) !== token ? NEVER : token)
  }
}

function withoutTokens (tags) {
  return new Map(tags.map((tag) => [tag, undefined]))
}

function areKnown (tokens) {
  return ![...tokens.values()].includes(undefined)
}

function areCurrent (tokens, current) {
  return areKnown(tokens) && [...tokens].every(([tag, token]) => token === current.get(tag))
}

module.exports = { addTokens, areCurrent, areKnown, withoutTokens }
