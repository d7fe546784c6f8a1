'use strict'

const { StaticFragment } = require('../../template/static-fragment')
const { guardEdits } = require('./guards')
const { callbackOf, includeEdits, includesOf } = require('./includes')
const { loopEdits } = require('./loops')
const { filterName, isCall, isNamed, isText, printed, superName } = require('./shapes')
const { isBlock, waitsOf } = require('./waits')

/**
 * The functions of a template with their long static text going to a page.
 *
 * @typedef {object} Rewritten
 * @property {string} source
 * @property {StaticFragment[]} fragments `__br0`, `__br1`, … in the source
 */

/**
 * Rewrites how output is put together; all else stays as it is:
 *
 *     output += "long";          →  output = __brPut(__brPage, output, __br0);
 *     output += t_1;             →  output = __brAdd(__brPage, output, t_1);
 *     cb(null, output);          →  cb(null, __brEnd(__brPage, output));
 *     parentTemplate = t_2       →  parentTemplate = __brSpliced(t_2)
 *     env.getFilter("f").call(…  →  output = __brReady(__brPage, output); env.getFilter("f").call(…
 *
 * @param {import('./generated').Generated} generated
 * @returns {Rewritten}
 */
function rewrite ({ tree, functions }) {
  const fragments = new Map()
  const edits = functions.flatMap((fn) => [...outputEdits(fn, tree, fragments), ...parentEdits(fn), ...loopEdits(fn, tree)])
  return { source: tree.edited(edits), fragments: [...fragments.keys()] }
}

/**
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {Map<StaticFragment, string>} fragments gets those of this function, with their names
 * @returns {{ start: number, end: number, code: string }[]}
 */
function outputEdits (fn, tree, fragments) {
  const includes = includesOf(fn, tree)
  const included = new Set(includes.map(({ output }) => output))
  const edits = [...staticEdits(fn, tree, fragments), ...superEdits(fn, tree), ...safeEdits(fn, tree), ...waitsOf(fn, tree).flatMap((statement) => waitEdits(statement, fn))]
  for (const include of includes) {
    const isPage = fn.outputs.includes(include.output)
    const append = (name) => isPage ? addition(name) : `${include.output.expression.left.name} += ${name};`
    if (isPage) edits.push(...lendingEdits(include.tasks, callbackOf(include)))
    edits.push(...includeEdits(include, append))
  }
  for (const statement of fn.outputs) {
    const { start, end, expression: { right } } = statement
    if (right.type === 'Identifier' && !included.has(statement)) edits.push({ start, end, code: addition(right.name) })
  }
  const guards = guardEdits(fn, tree, includes)
  if (!edits.some(({ code }) => code.includes('__brPage'))) return [...edits, ...guards]

  const { declaration, ends } = fn
  // What extends another template puts its blocks on the page, and nothing else.
  const isPage = parentsIn(fn).length === 0
  edits.push({ start: declaration.end, end: declaration.end, code: `\nvar __brPage = __brCreatePage(runtime, __brRuntime${isPage ? ', cb' : ''});` })
  for (const identifier of ends) edits.push({ start: identifier.start, end: identifier.end, code: '__brEnd(__brPage, output)' })
  return [...edits, ...guards]
}

/**
 * @param {object} statement that the rest of the function waits for
 * @param {import('./generated').GeneratedFunction} fn
 * @returns {{ start: number, end: number, code: string }[]}
 */
function waitEdits (statement, fn) {
  const { start, expression } = statement
  const callback = expression.arguments.at(-1)
  if (isBlock(statement)) return lendingEdits(statement, callback)

  const ready = { start, end: start, code: 'output = __brReady(__brPage, output);' }
  if (filterName(expression) === undefined || !isOnlyPrinted(callback.params[1].name, fn)) return [ready]
  return [
    ready,
    { start: callback.start, end: callback.start, code: '__brRescued(__brPage, runtime, ' },
    { start: callback.end, end: callback.end, code: ')' }
  ]
}

/**
 * @param {string} name of what a filter gives
 * @param {import('./generated').GeneratedFunction} fn
 * @returns {boolean} whether it goes to the page and nowhere else
 */
function isOnlyPrinted (name, { nodes, outputs }) {
  const printing = outputs.filter(({ expression: { right } }) => {
    const value = printed(right)
    return isNamed(filterName(value) === 'safe' ? value.arguments[1] : value, name)
  })
  return printing.length > 0 && nodes.filter((node) => isNamed(node, name)).length === printing.length + 1
}

/**
 * Lets a block or a template that is included write on the page itself.
 *
 * @param {object} statement
 * @param {{ start: number, end: number }} callback that it is given
 * @returns {{ start: number, end: number, code: string }[]}
 */
function lendingEdits ({ start }, callback) {
  return [
    { start, end: start, code: 'output = __brHold(__brPage, output);' },
    { start: callback.start, end: callback.start, code: '__brLend(__brPage, ' },
    { start: callback.end, end: callback.end, code: ')' }
  ]
}

/**
 * @param {string} name of a variable
 * @returns {string} the statement that puts its value on the page
 */
function addition (name) {
  return `output = __brAdd(__brPage, output, ${name});`
}

/**
 * Joins static text that meets in one place.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {Map<StaticFragment, string>} fragments
 * @returns {{ start: number, end: number, code: string }[]}
 */
function staticEdits (fn, tree, fragments) {
  const parents = parentsIn(fn)
  const texts = fn.outputs.filter((statement) => isText(statement.expression.right) && !isLost(statement, parents, tree))
  const runs = runsOf(texts, tree)
  const originals = originalsOf(runs, fn)
  const parts = new Map()
  return runs.map((run) => {
    const text = textOf(run)
    const original = originals.get(run)
    const part = original && textOf(original) === text ? parts.get(original) : StaticFragment.from(text)
    parts.set(run, part)
    const place = { start: run[0].start, end: run.at(-1).end }
    if (typeof part === 'string') return { ...place, code: `output += ${JSON.stringify(part)};` }
    if (!fragments.has(part)) fragments.set(part, `__br${fragments.size}`)
    return { ...place, code: `output = __brPut(__brPage, output, ${fragments.get(part)});` }
  })
}

/**
 * @param {object} statement
 * @param {object[]} parents see `parentsIn`
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean} whether its text gets to no page: behind the tag that says what a
 *   template extends, Nunjucks drops what is outside of blocks
 */
function isLost ({ start, end }, parents, tree) {
  return parents.some((parent) => start > parent.end && end <= tree.functionOf(parent).end)
}

/**
 * @param {object[]} run
 * @returns {string}
 */
function textOf (run) {
  return run.map(({ expression }) => expression.right.value).join('')
}

/**
 * Nunjucks writes the body of a loop with several names twice: for lists, and for objects.
 *
 * @param {object[][]} runs in the order of the text
 * @param {import('./generated').GeneratedFunction} fn
 * @returns {Map<object[], object[]>} for the runs of a second body, those of the first
 */
function originalsOf (runs, { nodes }) {
  const originals = new Map()
  for (const { type, test, consequent, alternate } of nodes) {
    if (type !== 'IfStatement' || !isCall(test, 'runtime', 'isArray')) continue
    const [first, second] = [consequent, alternate].map((body) => runs.filter(([{ start }]) => start > body.start && start < body.end))
    second.forEach((run, i) => originals.set(run, first[i]))
  }
  return originals
}

/**
 * @param {object[]} statements in the order of the text
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {object[][]} grouped, where nothing is between them
 */
function runsOf (statements, tree) {
  const runs = []
  for (const statement of statements) {
    const before = runs.at(-1)?.at(-1)
    const meets = before && tree.parents.get(before) === tree.parents.get(statement) && /^[\s;]*$/.test(tree.text.slice(before.end, statement.start))
    if (meets) runs.at(-1).push(statement)
    else runs.push([statement])
  }
  return runs
}

/**
 * Finds what `super()` gives where it is only printed on the page: it is spliced
 * there. Where it is also captured or filtered, it stays a string.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {{ start: number, end: number, code: string }[]}
 */
function superEdits (fn, tree) {
  const edits = []
  for (const mark of fn.nodes.filter((node) => superName(node))) {
    const name = superName(mark)
    const printing = fn.outputs.filter(({ expression }) => isNamed(printed(expression.right), name))
    // The parameter, both sides of the assignment, and where it is printed.
    if (fn.nodes.filter((node) => isNamed(node, name)).length !== printing.length + 3) continue
    const isPage = `${name} instanceof __brRendered`
    edits.push({ start: mark.start, end: mark.end, code: `if (!(${isPage})) ${tree.source(mark)}` })
    for (const statement of printing) {
      edits.push({ start: statement.start, end: statement.end, code: `if (${isPage}) ${addition(name)} else { ${tree.source(statement)} }` })
    }
  }
  return edits
}

/**
 * Splices a page that is printed by the filter `safe`, such as a file:
 *
 *     output += print(value);  →  output = __brSafe(__brPage, output, (value), (__brValue) => print(__brValue));
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {{ start: number, end: number, code: string }[]}
 */
function safeEdits ({ outputs }, tree) {
  return outputs.flatMap(({ start, end, expression: { right } }) => {
    const filtered = printed(right)
    if (filterName(filtered) !== 'safe' || filtered.arguments.length !== 2) return []
    const value = filtered.arguments[1]
    const print = `${tree.text.slice(right.start, value.start)}__brValue${tree.text.slice(value.end, right.end)}`
    return [
      { start, end: value.start, code: 'output = __brSafe(__brPage, output, (' },
      { start: value.end, end, code: `), (__brValue) => ${print});` }
    ]
  })
}

/**
 * Lets extended templates splice too. Who renders a page gives it the runtime of
 * Nunjucks; it gives its blocks the one that splices.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @returns {{ start: number, end: number, code: string }[]}
 */
function parentEdits (fn) {
  const { node: { id, body } } = fn
  if (id.name !== 'root') return []
  return [
    { start: body.start + 1, end: body.start + 1, code: '\nruntime = __brRuntime;' },
    ...parentsIn(fn).map(({ right: { start, end, name } }) => ({ start, end, code: `__brSpliced(${name})` }))
  ]
}

/**
 * @param {import('./generated').GeneratedFunction} fn
 * @returns {object[]} the nodes `parentTemplate = t_1`, where the template extends another
 */
function parentsIn ({ node, nodes }) {
  if (node.id.name !== 'root') return []
  return nodes.filter(({ type, left, right }) => type === 'AssignmentExpression' && isNamed(left, 'parentTemplate') && right.type === 'Identifier')
}

module.exports = { rewrite }
