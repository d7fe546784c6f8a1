'use strict'

const { callOf, isCall, isNamed, isText } = require('../shared/matchers')
const { OURS, OUT } = require('../shared/names')
const { pageCode } = require('../shared/page-code')
const { listsOf } = require('../shared/tree')
const { loopEdits } = require('./loops')
const { safeValue, valueEdits } = require('./values')

/**
 * Rewrites the functions. X is the inserted name, OUT the splicer of a function:
 *
 *     output += "long";          →  OUT.fragment(X.fragments[0]);
 *     output += t_1;             →  X.append(OUT, t_1);
 *     output += print(value);    →  OUT.text += print(value);
 *     cb(null, output);          →  cb(null, X.endOutput(OUT, runtime === X.runtime));
 *     parentTemplate = t_2       →  parentTemplate = X.spliced(t_2)
 *     template.render(…          →  X.spliced(template, "template", "render").render(…
 *
 * @returns {{ source: string, fragments: object[] } | { reason: string }} the reason for an engine fallback
 */
function rewrite ({ tree, functions }) {
  const written = new Set(functions.flatMap((fn) => fn.outputs.filter((statement) => !isLost(statement, fn, tree))))
  const shadowing = functions.filter(({ shadows }) => shadows)
  const partsOf = (statement) => {
    if (statement.type === 'EmptyStatement') return null
    if (!written.has(statement)) return undefined
    const { right } = statement.expression
    if (isText(right)) return [{ text: right.value }]
    if (right.type === 'Identifier') return [{ raw: right }]
    const safe = shadowing.some(({ outputs }) => outputs.includes(statement)) ? undefined : safeValue(right)
    return [safe ? { escaped: safe } : { code: right }]
  }
  const { edits, fragments, reason } = pageCode(tree, {
    partsOf,
    names: [],
    owns: () => true,
    repeats: (statement) => tree.around(statement, (above) => isSecond(above, tree)) !== undefined,
    raw: `${OURS}.append(${OUT}, `,
    escaped: `${OURS}.safe(${OUT}, env, context, env.getFilter("safe"), `
  })
  if (reason) return { reason }

  const others = functions.flatMap((fn) => [
    ...outputEdits(fn, written),
    ...templateEdits(fn),
    ...includeEdits(fn, tree),
    ...loopEdits(fn, tree),
    ...valueEdits(fn, tree)
  ])
  return { source: tree.edited([...edits, ...others]), fragments }
}

/** Nunjucks generates the body of a loop with several names twice: for arrays and for objects. */
function isSecond (node, tree) {
  const { type, test, alternate } = tree.parents.get(node) ?? {}
  return type === 'IfStatement' && alternate === node && isCall(test, 'runtime', 'isArray')
}

/** Matches `t_1.getExported(…)`, of an imported template. */
function isImport ({ type, callee }) {
  return type === 'CallExpression' && callee.type === 'MemberExpression' && isNamed(callee.property, 'getExported') &&
    callee.object.type === 'Identifier'
}

/** @returns {boolean} whether Nunjucks discards text: after the tag `extends`, outside of blocks */
function isLost ({ start, end, expression }, fn, tree) {
  return isText(expression.right) &&
    parentsIn(fn).some((parent) => start > parent.end && end <= tree.functionOf(parent).end)
}

function outputEdits ({ declaration, ends, outputs }, written) {
  if (!outputs.some((statement) => written.has(statement))) return []
  return [
    { start: declaration.end, end: declaration.end, code: `\nvar ${OUT} = new ${OURS}.Splicer();` },
    ...ends.map(({ start, end }) => ({ start, end, code: `${OURS}.endOutput(${OUT}, runtime === ${OURS}.runtime)` }))
  ]
}

/**
 * Splices extended and included templates, and runs imported ones. The page itself is called with the runtime of
 * Nunjucks; it passes the splicing runtime to its blocks.
 */
function templateEdits (fn) {
  const { node: { id, body }, nodes } = fn
  const used = nodes.filter((node) => isCall(node, 'template', 'render') || isImport(node))
    .map(({ callee: { object: { start, end, name }, property } }) =>
      ({ start, end, code: `${OURS}.spliced(${name}, "${name}", "${property.name}")` }))
  const parents = parentsIn(fn).map(({ right: { start, end, name } }) =>
    ({ start, end, code: `${OURS}.spliced(${name})` }))
  const edits = [...used, ...parents]
  if (id.name === 'root') {
    edits.push({ start: body.start + 1, end: body.start + 1, code: `\nruntime = ${OURS}.runtime;` })
  }
  return edits
}

/**
 * Runs the three tasks of an include without `env.waterfall`, which takes longer than most tasks:
 *
 *     var tasks = [];            →  X.include(
 *     tasks.push(task); …        →  task, …
 *     env.waterfall(tasks, done) →  done)
 */
function includeEdits ({ nodes }, tree) {
  const waterfalls = nodes.filter((node) => isCall(callOf(node), 'env', 'waterfall'))
  return waterfalls.flatMap((statement) => {
    const list = listsOf(tree.parents.get(statement))[0] ?? []
    const end = list.indexOf(statement)
    const [tasks, ...pushes] = list.slice(end - 4, end)
    if (!isNamed(tasks?.declarations?.[0].id, 'tasks')) return []
    if (!pushes.every(({ expression }) => isCall(expression, 'tasks', 'push'))) return []
    return [
      { start: tasks.start, end: tasks.end, code: `${OURS}.include(` },
      ...pushes.flatMap((push) => {
        const [task] = push.expression.arguments
        return [{ start: push.start, end: task.start, code: '' }, { start: task.end, end: push.end, code: ',' }]
      }),
      { start: statement.start, end: statement.expression.arguments[1].start, code: '' }
    ]
  })
}

/** @returns {object[]} the nodes `parentTemplate = t_1` in a template that extends another */
function parentsIn ({ node, nodes }) {
  if (node.id.name !== 'root') return []
  return nodes.filter(({ type, left, right }) =>
    type === 'AssignmentExpression' && isNamed(left, 'parentTemplate') && right.type === 'Identifier')
}

module.exports = { rewrite }
