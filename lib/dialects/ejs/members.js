'use strict'

const { isNativeError } = require('node:util/types')
const { LOCALS_NAME } = require('./rewrite')

/**
 * Code for a template that calls locals. Under `with`, their `this` is the locals, which they may change:
 *
 *     link(page)    →  l.link(l.page)
 *     typeof user   →  ("user" in l ? typeof l.user : typeof user)   // if the locals do not have it at first
 *
 * @param {import('./variables').Variable[]} variables
 * @param {boolean[]} present whether the locals have each at first
 * @param {string} localsName the parameter of the template's function
 * @returns {import('../shared/tree').Edit[]}
 */
function memberEdits (variables, present, { parents }, localsName) {
  return variables.flatMap(({ name, references, written }, i) => {
    if (!present[i] && (written || name === localsName || name in globalThis)) return []
    return references.map(({ identifier }) => editOf(identifier, parents.get(identifier), present[i]))
  })
}

function editOf ({ name, start, end }, parent, isPresent) {
  const member = `${LOCALS_NAME}.${name}`
  const either = (before = '') => `("${name}" in ${LOCALS_NAME} ? ${before}${member} : ${before}${name})`
  if (isPresent) return { start, end, code: parent.shorthand ? `${name}: ${member}` : member }
  if (parent.operator === 'typeof') return { start: parent.start, end: parent.end, code: either('typeof ') }
  // After a line without a semicolon, a parenthesis would call its value.
  if (parent.type === 'ExpressionStatement') return { start, end, code: name }
  return { start, end, code: parent.shorthand ? `${name}: ${either()}` : either() }
}

/** Removes the name of the locals from an error's message, such as "l.user.name is not a function". */
function withoutMembers (error) {
  if (!isNativeError(error)) return error
  for (const name of ['message', 'stack']) {
    const text = Object.getOwnPropertyDescriptor(error, name)?.value
    if (typeof text === 'string' && text.includes(LOCALS_NAME)) error[name] = text.replaceAll(`${LOCALS_NAME}.`, '')
  }
  return error
}

module.exports = { memberEdits, withoutMembers }
