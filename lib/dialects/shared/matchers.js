'use strict'

/** Matchers for nodes of generated JavaScript. */

function isNamed (node, name) {
  return node?.type === 'Identifier' && node.name === name
}

function isText (node) {
  return node?.type === 'Literal' && typeof node.value === 'string'
}

/** Matches `object.property` */
function isMember (node, object, property) {
  return node?.type === 'MemberExpression' && !node.computed && isNamed(node.object, object) &&
    isNamed(node.property, property)
}

/** Matches `object.method(…)` */
function isCall (node, object, method) {
  return node?.type === 'CallExpression' && isMember(node.callee, object, method)
}

/** @returns {object | undefined} the assignment that is the statement */
function assignmentOf ({ type, expression }, operator = '=') {
  const isAssignment = type === 'ExpressionStatement' && expression.type === 'AssignmentExpression' &&
    expression.operator === operator
  return isAssignment ? expression : undefined
}

/** @returns {object | undefined} the call that is the statement */
function callOf ({ type, expression }) {
  return type === 'ExpressionStatement' && expression.type === 'CallExpression' ? expression : undefined
}

/** Matches what writes no output: `;`, and `__line = 3;` if `isPosition` matches what holds the position. */
function isSilent (statement, isPosition) {
  const assignment = assignmentOf(statement)
  return statement.type === 'EmptyStatement' || (assignment?.right.type === 'Literal' && isPosition(assignment.left))
}

module.exports = { assignmentOf, callOf, isCall, isMember, isNamed, isSilent, isText }
