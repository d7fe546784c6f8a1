'use strict'

const { isNativeError } = require('node:util/types')
const { LOCALS_NAME } = require('./rewrite')
const { showsSource } = require('../shared/shows-source')

/** Names of JavaScript and Node, which no helper gives to the locals. */
const GLOBAL = /^(?:[A-Z]\w*|parseInt|parseFloat|isNaN|isFinite|(?:en|de)codeURI(?:Component)?)$/

/** Where V8 words an error differently for a member than for a name, or a template may show an error or its source. */
const KEEPS_WITH = ['ArrayPattern', 'TryStatement', 'YieldExpression', 'ClassDeclaration', 'ClassExpression']

/**
 * Makes the names of the locals members, for a template that calls one. Under `with`, the `this` of a called local is
 * the locals, which it may change:
 *
 *     link(page)  →  l.link(l.page)
 *
 * @param {import('./generated').Generated} generated
 * @param {import('./variables').Variable[]} variables
 * @param {boolean[]} present whether the locals have each before the template runs
 * @param {{ async?: boolean, localsName: string }} options those of the `ejs.Template`
 * @returns {import('../shared/tree').Edit[] | undefined} nothing if `with` stays: the locals may get a name, or the
 *   template assigns one, may show an error or the inserted name, or is async
 */
function memberEdits ({ tree }, variables, present, { async, localsName }) {
  const isFixed = ({ name }) => name === localsName || (GLOBAL.test(name) && name in globalThis)
  // The count of lines is a variable of the function.
  const isOther = (variable, i) => variable.name !== '__line' &&
    (variable.written || !(present[i] || isFixed(variable)))
  if (async || variables.some(isOther) || KEEPS_WITH.some((type) => tree.all(type).length > 0)) return undefined
  const edits = variables.filter((_, i) => present[i]).flatMap(({ name, references }) =>
    references.map(({ identifier, identifier: { start, end } }) => {
      const { shorthand } = tree.parents.get(identifier)
      return { start, end, code: `${shorthand ? `${name}: ` : ''}${LOCALS_NAME}.${name}` }
    }))
  return showsSource(tree, edits, {}) ? undefined : edits
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
