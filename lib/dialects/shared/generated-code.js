'use strict'

const acorn = require('acorn')
const eslintScope = require('eslint-scope')

/**
 * What the dialects need whose engines turn templates into JavaScript: that code
 * is read, and edited where it puts output together.
 */

/**
 * A stretch of source text and what stands there instead.
 *
 * @typedef {{ start: number, end: number, code: string }} Edit
 */

/**
 * @param {string} text of a script
 * @returns {object | undefined} its tree; nothing if acorn does not know the syntax
 *   yet, or the code is nested too deeply
 */
function parse (text) {
  try {
    return acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'script', ranges: true })
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

/** @returns {object} eslint-scope's manager of the scopes in it */
function scopesOf (ast) {
  return eslintScope.analyze(ast, { ecmaVersion: 2022, sourceType: 'script', fallback: 'iteration' })
}

/**
 * Visits a tree of nodes, parents first.
 *
 * @param {(node: object, parent: object | undefined) => boolean | void} visit
 *   returns false to leave out what is below the node
 */
function walk (node, visit, parent) {
  if (Array.isArray(node)) {
    node.forEach((item) => walk(item, visit, parent))
  } else if (typeof node?.type === 'string' && visit(node, parent) !== false) {
    Object.values(node).forEach((child) => {
      if (child !== null && typeof child === 'object') walk(child, visit, node)
    })
  }
}

function isFunction ({ type }) {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

/** @returns {object[][]} the lists of statements in it */
function listsOf (node) {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock': return [node.body]
    case 'SwitchCase': return [node.consequent]
  }
  return []
}

/**
 * Groups the statements that write static text and between which nothing happens
 * that shows.
 *
 * @param {(statement: object) => boolean} kinds.isStatic
 * @param {(statement: object) => boolean} kinds.isSilent whether it does nothing that
 *   the text before it could be told from
 */
function staticRuns (statements, { isStatic, isSilent }) {
  const groups = []
  let open
  for (const statement of statements) {
    if (isStatic(statement)) {
      if (open) open.push(statement)
      else groups.push(open = [statement])
    } else if (!isSilent(statement)) {
      open = undefined
    }
  }
  return groups
}

/**
 * @param {Edit[]} edits of which no two overlap
 * @param {{ start: number, end: number }} part of the text
 * @returns {string} that part, edited
 */
function apply (edits, text, { start, end }) {
  let edited = ''
  let position = start
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    edited += text.slice(position, edit.start) + edit.code
    position = edit.end
  }
  return edited + text.slice(position, end)
}

module.exports = { apply, isFunction, listsOf, parse, scopesOf, staticRuns, walk }
