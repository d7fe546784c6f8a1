'use strict'

/** @returns {object} a copy with the prototype and the getters of the locals, of which none is called */
function copyOfLocals (locals) {
  return Object.create(Object.getPrototypeOf(locals), Object.getOwnPropertyDescriptors(locals))
}

module.exports = { copyOfLocals }
