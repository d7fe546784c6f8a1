'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { OURS, OUT } = require('./names')
const { showsSource } = require('./shows-source')
const { inOrder, listsOf } = require('./tree')

/**
 * The core of the dialects whose engines compile templates to JavaScript: it rewrites such code to write to a splicer. X is
 * an object of the template, which the code finds by the name `OURS`, and OUT the splicer of a render:
 *
 *     write("text")             →  OUT.text += "text";
 *     write("long"); write("…") →  OUT.fragment(X.fragments[0]);
 *     write(value)              →  X.raw(OUT, value);
 *     write(escape(value))      →  X.escape(OUT, value);
 *     write(add(a, b))          →  OUT.text += (add(a, b));
 *     await value               →  await OUT.ready(value), or await OUT.segment(value) if it is printed
 *     for await (a of b) {}     →  OUT.ready(); for await (a of b) {; OUT.ready();}
 *
 * @typedef {import('./tree').SyntaxTree} SyntaxTree
 * @typedef {import('./tree').Edit} Edit
 *
 * What a statement writes: static text, a value that is printed unescaped or escaped, or code that gives escaped text. A
 * range is a node, or a node with the parentheses and comments around it.
 *
 * @typedef {{ start: number, end: number }} Range
 * @typedef {{ text: string } | { raw: Range } | { escaped: Range } | { code: Range }} Part
 *
 * What a language says about its code.
 *
 * @typedef {object} Language
 * @property {(statement: object) => Part[] | null | undefined} partsOf what a statement writes, in order; `null` if it neither
 *   writes nor matters, such as the engine's record of its position; `undefined` for any other statement
 * @property {Edit[]} [edits] of other code: of the engine's helpers, of its end. They must not overlap statements that write
 * @property {string[]} names of the engine's own variables: the template may not use them. All that the engine generates with
 *   them is either edited or allowed
 * @property {(identifier: object) => boolean} [allows] whether an identifier of such a name may stay
 * @property {(fn: object | undefined) => boolean} [owns] whether a function is the engine's, and its statements write to this
 *   splicer; `undefined` is the code outside of functions in the tree. By default, those of the template's functions write to it, too
 * @property {(statement: object) => boolean} [repeats] whether the engine generated the statement a second time
 * @property {(fn: object | undefined) => boolean} [endsPage] whether a `return` in a function ends the page. Only edited ones may
 *   do so. The default is the code outside of functions
 * @property {(node: object) => boolean} [waits] whether the output before an `await` or a `for await` is final. The default is all
 * @property {string} [raw] the code before a value that is printed unescaped, the default is `X.raw(OUT, `
 * @property {string} [escaped] the code before one that is printed escaped, the default is `X.escape(OUT, `
 * @property {string} [variable] the variable to which text is added, the default is `OUT.text`
 * @property {string} [flush] the code before a fragment, in its statement, which moves the text of such a variable to `OUT.text`
 */

/**
 * @param {SyntaxTree} tree of the page's code
 * @param {Language} language
 * @returns {{ edits: Edit[], fragments: StaticFragment[] } | { reason: string }} the edits, for `tree.edited`, and the
 *   property `fragments` of X; or the reason for an engine fallback
 */
function pageCode (tree, language) {
  const outputs = outputsOf(tree, language)
  const edits = outputs.map(({ statement, parts }) => gapsIn(statement, parts))
  // If an `await` ends where a statement ends, its parenthesis closes first: insertions keep this order.
  const all = [...waitEdits(tree, outputs, language), ...language.edits ?? [], ...edits.flat()]
  const reason = reasonAgainst(tree, inOrder(all), language)
  if (reason !== undefined) return { reason }

  const fragments = []
  const formOf = formsIn(fragments)
  outputs.forEach((output, i) => fill(edits[i], output, formOf, language))
  return { edits: all, fragments }
}

/**
 * @typedef {{ statement: object, parts: Part[] }} Output
 *
 * @param {Language} language
 * @returns {Output[]} the statements that write, in source order. Adjacent static text is in the first part of all that it is adjacent to
 */
function outputsOf (tree, { partsOf, owns = () => true }) {
  const lists = [...tree.parents.keys()].flatMap((node) => {
    const found = listsOf(node)
    return found.length > 0 && owns(tree.functionOf(node)) ? found : []
  })
  return lists.flatMap((statements) => outputsAmong(statements, partsOf)).sort((a, b) => a.statement.start - b.statement.start)
}

/** @returns {Output[]} see `outputsOf`, of consecutive statements */
function outputsAmong (statements, partsOf) {
  const outputs = []
  let last
  for (const statement of statements) {
    const all = partsOf(statement)
    if (all === null) continue
    if (all === undefined) {
      last = undefined
      continue
    }
    const parts = []
    for (const part of all) {
      if (last?.text !== undefined && part.text !== undefined) last.text += part.text
      else parts.push(last = { ...part })
    }
    outputs.push({ statement, parts })
  }
  return outputs
}

/**
 * @param {StaticFragment[]} fragments receives the fragments
 * @returns {(text: string, isRepeated: boolean) => string | number} how static text is written: as a literal, or by the index of its fragment
 */
function formsIn (fragments) {
  /** @type {Map<string, string | number>} */
  const formCache = new Map()
  return (text, isRepeated) => {
    const existing = formCache.get(text)
    if (existing !== undefined && isRepeated) return existing
    // Also publishes the text, each time that the template has it.
    const form = StaticFragment.from(text)
    if (existing !== undefined) return existing
    formCache.set(text, typeof form === 'string' ? JSON.stringify(form) : fragments.push(form) - 1)
    return formCache.get(text)
  }
}

/** Names that give code access to the function around it. */
const REFLECTIVE = ['arguments', 'eval']

/** @returns {Edit[]} edits of all of a statement but its values, without code */
function gapsIn ({ start, end }, parts) {
  const values = parts.map((part) => part.raw ?? part.escaped ?? part.code).filter(Boolean)
  return [...values, undefined].map((value, i) => ({ start: values[i - 1]?.end ?? start, end: value?.start ?? end, code: '' }))
}

/** Sets the code of the edits of a statement: one before each value, and one after the last. */
function fill (edits, { statement, parts }, formOf, language) {
  const { raw = `${OURS}.raw(${OUT}, `, escaped = `${OURS}.escape(${OUT}, `, repeats, variable = `${OUT}.text`, flush = '' } = language
  let gap = 0
  const add = (code) => { edits[gap].code += code }
  const forms = parts.map(({ text }) => text === undefined ? undefined : formOf(text, repeats?.(statement)))
  const isAdded = (i) => parts[i]?.code !== undefined || typeof forms[i] === 'string'

  if (parts.length > 1) add('{')
  parts.forEach((part, i) => {
    if (isAdded(i)) {
      // `OUT.text += a + b` could add numbers.
      const first = isAdded(i + 1) ? `${variable} = ${variable} + ` : `${variable} += `
      add((isAdded(i - 1) ? ' + ' : first) + (forms[i] ?? '('))
      if (part.code) {
        gap++
        add(')')
      }
      if (!isAdded(i + 1)) add(';')
    } else if (part.text !== undefined) {
      add(`${flush}${OUT}.fragment(${OURS}.fragments[${forms[i]}]);`)
    } else {
      add(part.raw ? raw : escaped)
      gap++
      add(');')
    }
  })
  if (parts.length > 1) add('}')
}

/** @returns {Edit[]} the edits where the page waits: around values, and before each turn of a loop */
function waitEdits (tree, outputs, { waits = () => true }) {
  const ranges = outputs.flatMap(({ parts }) => parts).map(({ raw, escaped }) => raw ?? escaped).filter(Boolean)
  const isIn = (range, { start, end }) => range.start <= start && end <= range.end
  const insert = (start, code) => ({ start, end: start, code })
  const values = tree.all('AwaitExpression').filter(waits).flatMap((node) => {
    const parent = tree.parents.get(node)
    const isPrinted = ranges.some((range) => isIn(range, node) && !isIn(range, parent))
    return [insert(node.start + 'await'.length, ` ${OUT}.${isPrinted ? 'segment' : 'ready'}(`), insert(node.end, ')')]
  })
  const loops = tree.all('ForOfStatement').filter((node) => node.await && node.body.type === 'BlockStatement' && waits(node))
  return [...values, ...loops.flatMap((node) => {
    const { body, consequent = body } = tree.parents.get(node)
    return [...Array.isArray(consequent) ? [insert(node.start, `${OUT}.ready();`)] : [], insert(node.body.end - 1, `;${OUT}.ready();`)]
  })]
}

/**
 * @param {Edit[]} edits in order
 * @returns {string | undefined} why the engine has to render the template
 */
function reasonAgainst (tree, edits, { names, allows = () => false, endsPage = (fn) => fn === undefined, owns = () => false }) {
  if (firstOutside(edits, tree.all('ReturnStatement').filter((node) => endsPage(tree.functionOf(node))))) return 'returns early'
  const used = tree.all('Identifier').filter((node) => names.includes(node.name) && tree.isVariable(node) && !allows(node))
  const foreign = firstOutside(edits, used) ?? REFLECTIVE.flatMap((name) => tree.named(name)).find((node) => tree.isFree(node))
  if (foreign !== undefined) return `uses ${foreign.name}`
  if (showsSource(tree, edits, owns)) return 'may show the source of a function'
}

/** @returns {object | undefined} the first of some nodes, in order, that no edit replaces */
function firstOutside (edits, nodes) {
  let i = 0
  return nodes.find(({ start, end }) => {
    while (i < edits.length && edits[i].end < end) i++
    return i === edits.length || edits[i].start > start
  })
}

module.exports = { outputsAmong, outputsOf, pageCode }
