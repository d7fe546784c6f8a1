'use strict'

/**
 * Tag → its token in the store; `undefined` if the token is not known. An entry is valid while the
 * store has the same tokens.
 *
 * @typedef {Map<string, string | undefined>} Tokens
 */

/** In place of a token: equals none. A fragment was made of parts with different tokens of the same tag. */
const NEVER = ''

/**
 * Adds the tokens of a part to those of the fragment that it is a part of.
 *
 * @param {Tokens} tokens
 * @param {Tokens} added
 */
function addTokens (tokens, added) {
  for (const [tag, token] of added) {
    tokens.set(tag, tokens.has(tag) && tokens.get(tag) !== token ? NEVER : token)
  }
}

/**
 * @param {Tokens} tokens
 * @param {Set<string>} tags
 * @returns {boolean} whether one of these tags is among the tokens
 */
function haveTagOf (tokens, tags) {
  for (const tag of tags) {
    if (tokens.has(tag)) return true
  }
  return false
}

/** @returns {boolean} whether all tokens are known */
function areKnown (tokens) {
  for (const token of tokens.values()) {
    if (token === undefined) return false
  }
  return true
}

/** @returns {boolean} whether the store has these tokens */
function areCurrent (tokens, current) {
  for (const [tag, token] of tokens) {
    if (token === undefined || token !== current.get(tag)) return false
  }
  return true
}

module.exports = { addTokens, areCurrent, areKnown, haveTagOf }
