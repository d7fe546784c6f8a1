'use strict'

const { apply, isFunction, listsOf, staticRuns, walk } = require('../../template/generated-code')
const { StaticFragment } = require('../../template/static-fragment')
const { isResult } = require('./generated')

/**
 * Eta 4's functions that set the output aside, and the same for a splicer. With
 * the properties alone they would put the whole page into a string each time.
 */
const CAPTURES = new Map([
  [
    "function capture(fn){const s=__eta.res;__eta.res='';try{fn();return __eta.res}finally{__eta.res=s;}}",
    'function capture(fn){const s=__brBegin(__br);try{fn();return __brRead(__br, __brPage)}finally{__brReturn(__br, s);}}'
  ],
  [
    "async function captureAsync(fn){const s=__eta.res;__eta.res='';try{await fn();return __eta.res}finally{__eta.res=s;}}",
    'async function captureAsync(fn){const s=__brBegin(__br);try{await fn();return __brRead(__br, __brPage)}finally{__brReturn(__br, s);}}'
  ]
])

/** What Eta renders an included template by, and what stands for it. */
const INCLUDES = { include: ['render', '__brInclude'], includeAsync: ['renderAsync', '__brIncludeAsync'] }

/** Code that has the property `res` be what the splicer holds; to make such an object costs more than a small template. */
const PROPERTY = 'get res () { return __brRead(__br, __brPage) }, set res (value) { __brAssign(__br, __brPage, value) }'

/** The arguments by which a write goes on from where the output was before its value was made. */
const PLACE = '__br.chunks, __br.chunks.length, __br.text, '

/**
 * The function's body with its output going to a splicer.
 *
 * @typedef {object} Rewritten
 * @property {string} body
 * @property {StaticFragment[]} fragments `__br0`, `__br1`, … in the body
 */

/**
 * Replaces Eta's output statements `__eta.res+=…`: static text, of neighbouring
 * statements together, becomes a literal or a fragment; values are written by
 * functions that take the splicer. What else reads or sets `__eta.res` calls
 * functions as well, or has a property that does the same.
 *
 * `a += b` reads a before it makes b, so what b itself writes is lost. Where
 * there is code that could do that, each write remembers its place.
 *
 * @param {import('./generated').Generated} generated
 * @param {object} context
 * @param {string} context.outputFunctionName
 * @param {boolean} context.showsEta functions of the app get `__eta` as their `this`
 * @returns {Rewritten}
 */
function rewrite (generated, { outputFunctionName, showsEta }) {
  const { text, body, start, end, result, last } = generated
  const helpers = new Set(['capture', 'captureAsync', 'block', 'blockAsync', outputFunctionName])
  const usesHelpers = mentions(generated, helpers)
  const remembers = usesHelpers || writesInValues(generated, helpers)
  const within = withBlockOf(body)
  const fragments = []
  const edits = []
  const done = new Set([last.argument])

  const aliases = new Set()
  const alias = (name) => {
    aliases.add(`${name}_ = ${name}`)
    return `${name}_`
  }
  const edit = (start, end, code) => {
    const isWithin = within !== undefined && start > within.start && start < within.end
    edits.push({ start, end, code: isWithin ? code.replace(/__br\w*/g, alias) : code })
  }

  const editStatic = (statements) => {
    const part = StaticFragment.from(statements.map(({ expression }) => expression.right.value).join(''))
    const code = typeof part === 'string'
      ? `__br.text += ${JSON.stringify(part)};`
      : `__br.fragment(__br${fragments.push(part) - 1});`
    statements.forEach((statement, index) => {
      edit(statement.start, statement.end, index === 0 ? code : '')
      done.add(statement).add(statement.expression.left)
    })
  }

  /** Eta 3 leaves the semicolon to JavaScript, which does not add one behind every call. */
  const closing = ({ expression, end }) => end === expression.end ? ';' : ''

  const editValue = (statement) => {
    const { left, right, end } = statement.expression
    const place = remembers ? PLACE : ''
    const escaped = isEscaped(right, text)
    const from = escaped ? right.callee.end + 1 : text.indexOf('+=', left.end) + 2
    const open = escaped ? `__brEscaped${remembers ? 'At' : ''}(__br, __eta, ${place}` : `__brRaw${remembers ? 'At' : ''}(__br, __brPage, ${place}`
    edit(statement.start, from, open)
    edit(end, end, `${escaped ? '' : ')'}${closing(statement)}`)
    done.add(left)
    if (escaped) done.add(right.callee.object)
    editFilter(escaped ? right.arguments[0] : right)
  }

  const editFilter = (value) => {
    if (isFiltered(value, text)) edit(value.start, value.callee.end + 1, '__brFilter(__eta, __br, ')
  }

  const editAssignment = (statement) => {
    const { left, end } = statement.expression
    edit(statement.start, text.indexOf('=', left.end) + 1, '__brAssign(__br, __brPage, ')
    edit(end, end, `)${closing(statement)}`)
    done.add(left)
  }

  const editList = (statements) => staticRuns(statements, { isStatic, isSilent }).forEach(editStatic)

  const targets = new Set()
  let isSeen = showsEta
  // Without a layout, and without functions that set it aside, what was written stays.
  if (!remembers && !showsEta && !callsLayout(body)) {
    const segments = segmentsIn(body, text)
    waitsIn(body).forEach((node) => {
      const from = node.start + 'await'.length
      edit(from, from, segments.has(node) ? ' __br.segment(' : ' __brReady(__br, ')
      edit(node.end, node.end, ')')
    })
  }
  editIncludes(generated, edit)
  edit(last.start, last.end, '')
  editList(body)
  walk(body, (node) => {
    const capture = node.type === 'FunctionDeclaration' && CAPTURES.get(text.slice(node.start, node.end))
    const isUnused = !usesHelpers && isHelper(node, helpers, text)
    if (capture || isUnused) {
      edit(node.start, node.end, isUnused ? '' : capture)
      return false
    }
    listsOf(node).forEach(editList)
    if (isAssignment(node)) editAssignment(node)
    else if (isWrite(node) && isStatic(node) && !done.has(node)) editStatic([node])
    else if (isWrite(node) && !isStatic(node)) editValue(node)

    targetsOf(node).forEach((target) => targets.add(target))
    if (node.type === 'VariableDeclarator' && node.id.name === '__eta') done.add(node.id)
    if (node.type === 'MemberExpression' && !node.computed) {
      if (isResult(node) && !done.has(node)) {
        if (targets.has(node)) isSeen = true
        else edit(node.start, node.end, '__brRead(__br, __brPage)')
      }
      if (node.object.type === 'Identifier') done.add(node.object)
    }
    if (node.type === 'Identifier' && node.name === '__eta' && !done.has(node)) isSeen = true
  })
  if (isSeen) edit(result.start, result.end, PROPERTY)
  // Under `with`, a name that is not of its block is looked for in the locals first.
  if (aliases.size > 0) edits.push({ start: within.start + 1, end: within.start + 1, code: `const ${[...aliases].join(', ')};` })

  return { body: apply(edits, text, { start, end }), fragments }
}

/**
 * @param {object[]} body
 * @returns {boolean} whether the template may name a layout
 */
function callsLayout (body) {
  let found = false
  walk(body, (node, parent) => {
    if (node.name === 'layout' && parent.type !== 'MemberExpression' && parent.type !== 'FunctionDeclaration') found = true
  })
  return found
}

/**
 * @param {object[]} body
 * @returns {object[]} where the template itself waits, not a function in it
 */
function waitsIn (body) {
  const waits = []
  walk(body, (node) => {
    if (node.type === 'AwaitExpression') waits.push(node)
    return !isFunction(node)
  })
  return waits
}

/**
 * @param {object[]} body
 * @param {string} text
 * @returns {Set<object>} what is printed
 */
function segmentsIn (body, text) {
  const segments = new Set()
  walk(body, (node) => {
    if (!isWrite(node)) return
    const { right } = node.expression
    const value = isEscaped(right, text) ? right.arguments[0] : right
    segments.add(isFiltered(value, text) ? value.arguments[0] : value)
  })
  return segments
}

/**
 * @param {object[]} body
 * @returns {object | undefined} the block of Eta's statement `with (it||{})`
 */
function withBlockOf (body) {
  const statements = body.flatMap((statement) => statement.type === 'TryStatement' ? statement.block.body : [statement])
  return statements.find(({ type, body }) => type === 'WithStatement' && body.type === 'BlockStatement')?.body
}

/**
 * @param {object} node
 * @returns {object[]} what it sets
 */
function targetsOf (node) {
  switch (node.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement': return [node.left]
    case 'UpdateExpression':
    case 'UnaryExpression':
    case 'RestElement': return [node.argument]
    case 'ArrayPattern': return node.elements
    case 'ObjectPattern': return node.properties.map(({ value }) => value)
    case 'CallExpression': return [node.callee]
  }
  return []
}

/**
 * @param {import('./generated').Generated} generated
 * @param {(start: number, end: number, code: string) => void} edit
 */
function editIncludes ({ body, text }, edit) {
  for (const { id, init } of body.flatMap(({ declarations = [] }) => declarations)) {
    const [method, ours] = Object.hasOwn(INCLUDES, id.name) ? INCLUDES[id.name] : []
    const callee = init?.body?.callee
    if (ours && callee && text.slice(callee.start, callee.end + 1) === `this.${method}(`) {
      edit(callee.start, callee.end + 1, `${ours}(__brPage, `)
    }
  }
}

/**
 * @param {import('./generated').Generated} generated
 * @param {Set<string>} helpers
 * @returns {boolean} whether the template has a name that one of Eta's functions has,
 *   the making of which costs as much as a small template
 */
function mentions ({ body, text }, helpers) {
  let found = false
  walk(body, (node) => {
    if (isHelper(node, helpers, text)) return false
    if (node.type === 'Identifier' && helpers.has(node.name)) found = true
  })
  return found
}

/**
 * @param {import('./generated').Generated} generated
 * @param {Set<string>} helpers
 * @returns {boolean} whether to make a value may write: there is a function that
 *   does, or a write in a value
 */
function writesInValues ({ body, text }, helpers) {
  let found = false
  const visit = (inside) => (node) => {
    if (found || isHelper(node, helpers, text)) return false
    if (inside && isResult(node)) found = true
    if (inside) return
    if (isWrite(node)) {
      walk(node.expression.right, visit(true))
      return false
    }
    if (isFunction(node)) {
      walk([node.params, node.body], visit(true))
      return false
    }
  }
  walk(body, visit(false))
  return found
}

/**
 * @param {object} node
 * @param {Set<string>} helpers
 * @param {string} text
 * @returns {boolean} whether it is one of Eta's own functions as Eta writes it,
 *   in a line of its own
 */
function isHelper ({ type, id, start, end }, helpers, text) {
  return type === 'FunctionDeclaration' && helpers.has(id.name) &&
    text[start - 1] === '\n' && text[end] === '\n' && HELPER.test(text.slice(start, end))
}

const HELPER = /^(?:async )?function [^(]*\((?:s\)\{__eta\.res\+=s;\}|fn\)\{const s=__eta\.res;|name,fn\)\{if\(__eta\.layout\))/

/**
 * @param {object} node
 * @returns {boolean} whether it is a statement `__eta.res += value`
 */
function isWrite ({ type, expression }) {
  return type === 'ExpressionStatement' && expression.type === 'AssignmentExpression' &&
    expression.operator === '+=' && isResult(expression.left)
}

/**
 * @param {object} node
 * @returns {boolean} whether it is a statement `__eta.res = value`
 */
function isAssignment ({ type, expression }) {
  return type === 'ExpressionStatement' && expression.type === 'AssignmentExpression' &&
    expression.operator === '=' && isResult(expression.left)
}

/**
 * @param {object} statement
 * @returns {boolean} whether it writes text of the template
 */
function isStatic (statement) {
  return isWrite(statement) && typeof statement.expression.right.value === 'string'
}

/**
 * @param {object} node
 * @param {string} text
 * @returns {boolean} whether it is `__eta.e(value)`
 */
function isEscaped (node, text) {
  return isCallOf('__eta.e(', node, text)
}

/**
 * @param {object} node
 * @param {string} text
 * @returns {boolean} whether it is `__eta.f(value)`
 */
function isFiltered (node, text) {
  return isCallOf('__eta.f(', node, text)
}

/**
 * @param {string} opening how the call begins
 * @param {object} node
 * @param {string} text
 * @returns {boolean} whether it is such a call, with one argument
 */
function isCallOf (opening, { type, arguments: args, callee, start }, text) {
  return type === 'CallExpression' && args.length === 1 && args[0].type !== 'SpreadElement' &&
    text.slice(start, callee.end + 1) === opening
}

/**
 * @param {object} statement
 * @returns {boolean} whether it is Eta's line count, or nothing at all
 */
function isSilent ({ type, expression }) {
  if (type === 'EmptyStatement') return true
  return type === 'ExpressionStatement' && expression.type === 'AssignmentExpression' && expression.operator === '=' &&
    expression.left.object?.name === '__eta' && expression.left.property.name === 'line' && expression.right.type === 'Literal'
}

module.exports = { rewrite }
