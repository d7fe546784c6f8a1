'use strict'

const { callOf, isCall, isNamed, isText } = require('../shared/ast-matchers')
const { listsOf } = require('../shared/generated-code')
const { OURS } = require('../shared/names')
const { staticRuns } = require('../shared/static-runs')
const { StaticFragment } = require('../../page/static-fragment')
const { loopEdits } = require('./loops')
const { isImport, safeValue } = require('./ast-matchers')
const { valueEdits } = require('./values')

/**
 * The functions of a template, rewritten to write long static text to a page.
 *
 * @typedef {object} Rewritten
 * @property {string} source
 * @property {StaticFragment[]} fragments
 *
 * @typedef {import('../shared/generated-code').Edit} Edit
 * @typedef {import('../shared/syntax-tree').SyntaxTree} SyntaxTree
 * @typedef {import('../shared/static-runs').Run<object>} Run
 * @typedef {import('./generated').GeneratedFunction} GeneratedFunction
 */

/**
 * Rewrites the output statements. Other statements do not change. X is the inserted name:
 *
 *     output += "long";          →  output = X.put(XPage, output, X.fragments[0]);
 *     output += t_1;             →  output = X.add(XPage, output, t_1);
 *     cb(null, output);          →  cb(null, X.end(XPage, output, runtime === X.runtime));
 *     parentTemplate = t_2       →  parentTemplate = X.spliced(t_2)
 *     template.render(…          →  X.spliced(template).render(…
 *
 * @returns {Rewritten}
 */
function rewrite ({ tree, functions }) {
  const fragments = new Map()
  const edits = functions.flatMap((fn) => [
    ...valueEdits(fn, tree), ...outputEdits(fn, tree, fragments), ...templateEdits(fn), ...includeEdits(fn, tree), ...loopEdits(fn, tree)
  ])
  return { source: tree.edited(edits), fragments: [...fragments.keys()] }
}

/**
 * @param {Map<StaticFragment, string>} fragments receives the fragments of this function, with the code that refers to them
 * @returns {Edit[]}
 */
function outputEdits (fn, tree, fragments) {
  const edits = [...staticEdits(fn, tree, fragments), ...safeEdits(fn, tree), ...pageEdits(fn)]
  if (!edits.some(({ code }) => code.includes(`${OURS}Page`))) return edits

  const { declaration, ends } = fn
  edits.push({ start: declaration.end, end: declaration.end, code: `\nvar ${OURS}Page = [];` })
  for (const { start, end } of ends) edits.push({ start, end, code: `${OURS}.end(${OURS}Page, output, runtime === ${OURS}.runtime)` })
  return edits
}

/** Writes the results of blocks and included templates to the page. */
function pageEdits ({ outputs }) {
  const pages = outputs.filter(({ expression }) => expression.right.type === 'Identifier')
  return pages.map(({ start, end, expression: { right } }) => ({ start, end, code: `output = ${OURS}.add(${OURS}Page, output, ${right.name});` }))
}

/** Joins adjacent static text. */
function staticEdits (fn, tree, fragments) {
  const parents = parentsIn(fn)
  const texts = new Set(fn.outputs.filter((statement) => isText(statement.expression.right) && !isLost(statement, parents, tree)))
  const textOf = (statement) => {
    if (statement.type === 'EmptyStatement') return null
    return texts.has(statement) ? statement.expression.right.value : undefined
  }
  const runs = fn.nodes.flatMap(listsOf).flatMap((statements) => staticRuns(statements, textOf))
  runs.sort((a, b) => a.nodes[0].start - b.nodes[0].start)
  const originals = originalsOf(runs, fn)
  const parts = new Map()
  return runs.map((run) => {
    const part = parts.get(originals.get(run)) ?? StaticFragment.from(run.text)
    parts.set(run, part)
    const place = { start: run.nodes[0].start, end: run.nodes.at(-1).end }
    if (typeof part === 'string') return { ...place, code: `output += ${JSON.stringify(part)};` }
    if (!fragments.has(part)) fragments.set(part, `${OURS}.fragments[${fragments.size}]`)
    return { ...place, code: `output = ${OURS}.put(${OURS}Page, output, ${fragments.get(part)});` }
  })
}

/**
 * @param {object[]} parents see `parentsIn`
 * @returns {boolean} whether Nunjucks discards its text, which is after the tag `extends` and outside of
 *   blocks
 */
function isLost ({ start, end }, parents, tree) {
  return parents.some((parent) => start > parent.end && end <= tree.functionOf(parent).end)
}

/**
 * Finds duplicated runs. Nunjucks generates the body of a loop with several names twice: for arrays and for objects.
 *
 * @param {Run[]} runs in source order
 * @returns {Map<Run, Run>} maps a run of the second body to that of the first
 */
function originalsOf (runs, { nodes }) {
  const originals = new Map()
  for (const { type, test, consequent, alternate } of nodes) {
    if (type !== 'IfStatement' || !isCall(test, 'runtime', 'isArray')) continue
    const [first, second] = [consequent, alternate].map((body) => runs.filter(({ nodes: [{ start }] }) => start > body.start && start < body.end))
    second.forEach((run, i) => {
      if (run.text === first[i].text) originals.set(run, first[i])
    })
  }
  return originals
}

/**
 * Splices a page, such as a file, that the filter `safe` prints:
 *
 *     output += print(value);  →  output = X.safe(filter, XPage, output, (value), (XValue) => print(XValue));
 */
function safeEdits ({ outputs }, tree) {
  return outputs.flatMap(({ start, end, expression: { right } }) => {
    const value = safeValue(right)
    if (value === undefined) return []
    const print = `${tree.text.slice(right.start, value.start)}${OURS}Value${tree.text.slice(value.end, right.end)}`
    return [
      { start, end: value.start, code: `output = ${OURS}.safe(env.getFilter("safe"), ${OURS}Page, output, (` },
      { start: value.end, end, code: `), (${OURS}Value) => ${print});` }
    ]
  })
}

/**
 * Splices extended and included templates, and runs imported ones. The page itself is called with the runtime of Nunjucks; it passes the splicing
 * runtime to its blocks.
 */
function templateEdits (fn) {
  const { node: { id, body }, nodes } = fn
  const used = nodes.filter((node) => isCall(node, 'template', 'render') || isImport(node)).map(({ callee }) => callee.object)
  const others = [...used, ...parentsIn(fn).map(({ right }) => right)]
  const edits = others.map(({ start, end, name }) => ({ start, end, code: `${OURS}.spliced(${name})` }))
  if (id.name === 'root') edits.push({ start: body.start + 1, end: body.start + 1, code: `\nruntime = ${OURS}.runtime;` })
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
    if (!isNamed(tasks?.declarations?.[0].id, 'tasks') || !pushes.every(({ expression }) => isCall(expression, 'tasks', 'push'))) return []
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
  return nodes.filter(({ type, left, right }) => type === 'AssignmentExpression' && isNamed(left, 'parentTemplate') && right.type === 'Identifier')
}

module.exports = { rewrite }
