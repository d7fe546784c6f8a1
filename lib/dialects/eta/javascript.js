'use strict'

const acorn = require('acorn')
const eslintScope = require('eslint-scope')

/**
 * A stretch of source text and what stands there instead.
 *
 * @typedef {{ start: number, end: number, code: string }} Edit
 */

/**
 * @param {string} text of a script
 * @returns {object | undefined} its tree; nothing if acorn does not know the syntax
 */
function parse (text) {
  try {
    return acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'script', ranges: true })
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * @param {object} ast
 * @param {string} name
 * @returns {object[]} eslint-scope's variables of that name, one for each scope
 *   that binds it
 */
function variablesNamed (ast, name) {
  const manager = eslintScope.analyze(ast, { ecmaVersion: 2022, sourceType: 'script', fallback: 'iteration' })
  return manager.scopes.flatMap(({ variables }) => variables).filter((variable) => variable.name === name)
}

/**
 * Visits a tree of nodes, parents first.
 *
 * @param {object | object[]} node
 * @param {(node: object) => boolean | void} visit returns false to leave out what is
 *   below the node
 */
function walk (node, visit) {
  if (Array.isArray(node)) {
    node.forEach((item) => walk(item, visit))
  } else if (typeof node?.type === 'string' && visit(node) !== false) {
    Object.values(node).forEach((child) => {
      if (child !== null && typeof child === 'object') walk(child, visit)
    })
  }
}

/**
 * @param {object} node
 * @returns {boolean}
 */
function isFunction ({ type }) {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

/**
 * @param {object} node
 * @returns {object[][]} the lists of statements in it
 */
function listsOf (node) {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock': return [node.body]
    case 'SwitchCase': return [node.consequent]
  }
  return []
}

/**
 * @param {Edit[]} edits of which no two overlap
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {string} the text from start to end, edited
 */
function apply (edits, text, start, end) {
  let edited = ''
  let position = start
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    edited += text.slice(position, edit.start) + edit.code
    position = edit.end
  }
  return edited + text.slice(position, end)
}

module.exports = { apply, isFunction, listsOf, parse, variablesNamed, walk }
