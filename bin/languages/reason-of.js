'use strict'

/** @returns {string | undefined} why the engine renders the template, whatever its locals */
function reasonOf (program) {
  return program.usesEngine?.({}) ? program.precompile() : undefined
}

module.exports = { reasonOf }
