'use strict'

/**
 * Creates what the dialect makes of generated code, or returns it again: without the view cache, the engine reads,
 * parses and generates for each render, and our work is done once.
 *
 * @template {Function} Program
 * @param {Program | undefined} previous what was returned last for the file
 * @param {unknown[]} key all that the program depends on
 * @param {() => Program} create
 * @returns {Program}
 */
function reuse (previous, key, create) {
  if (previous?.key?.length === key.length && previous.key.every((value, i) => value === key[i])) return previous
  return Object.assign(create(), { key })
}

module.exports = { reuse }
