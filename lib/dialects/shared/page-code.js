'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { OURS, OUT } = require('./names')
const { showsSource } = require('./shows-source')
const { outputsAmong } = require('./outputs-among')
const { inOrder, listsOf } = require('./tree')

/**
 * The core of the dialects whose engines compile templates to JavaScript: it rewrites such code to write to a splicer.
 * X is an object of the template, which the code finds by the name `OURS`, and OUT the splicer of a render:
 *
 *     write("text")             →  OUT.text += "text";
 *     write("long"); write("…") →  OUT.fragment(X.fragments[0]);
 *     write(value)              →  X.raw(OUT, value);
 *     write(escape(value))      →  X.escape(OUT, value);
 *     write(add(a, b))          →  OUT.text += (add(a, b));
 *     await value               →  await OUT.paced(value), or await OUT.readyFor(value) if it is printed
 *     for await (a of b) {}     →  OUT.ready(); for await (a of b) {await OUT.paced();; OUT.ready();}
 *
 * @typedef {import('./tree').Edit} Edit
 *
 * What a language says about its code, with properties for the dialects of this library.
 *
 * @typedef {import('../../../types/template').PageLanguage & InternalLanguage} Language
 *
 * @typedef {object} InternalLanguage
 * @property {string} [variable] the variable to which text is added; the default is `OUT.text`
 * @property {string[]} [runs] functions of the engine that call an argument, and neither keep nor return it
 * @property {string[]} [lists] objects whose methods get a list first, and then a function, as those of Underscore
 * @property {string} [flush] code before a fragment, in its statement, that moves the variable's text to `OUT.text`
 */

/**
 * @param {import('./tree').SyntaxTree} tree that of the page's code
 * @param {Language} given what a language says about its code
 * @returns {{ edits: Edit[], fragments: StaticFragment[] } | { reason: string }} the edits, for `tree.edited`, and the
 *   property `fragments` of X; or the reason for an engine fallback
 */
function pageCode (tree, given) {
  const language = { __proto__: null, ...given }
  const outputs = outputsOf(tree, language)
  const edits = outputs.map(({ statement, parts }) => gapsIn(statement, parts))
  // If an `await` ends where a statement ends, its parenthesis closes first: insertions keep this order.
  const all = [...waitEdits(tree, outputs, language), ...language.edits ?? [], ...edits.flat()]
  const reason = fallbackReason(tree, inOrder(all), language)
  if (reason !== undefined) return { reason }

  const fragments = []
  const formOf = formsIn(fragments)
  outputs.forEach((output, i) => fill(edits[i], output, formOf, language))
  return { edits: all, fragments, reason: undefined }
}

/** @returns {import('./outputs-among').Output[]} see `outputsAmong`, in source order */
function outputsOf (tree, { partsOf, owns = () => true }) {
  const lists = [...tree.parents.keys()].flatMap((node) => {
    const found = listsOf(node)
    return found.length > 0 && owns(tree.functionOf(node)) ? found : []
  })
  return lists.flatMap((statements) => outputsAmong(statements, partsOf))
    .sort((a, b) => a.statement.start - b.statement.start)
}

/** Returns how static text is written: as a literal, or by the index of the fragment that it adds to `fragments`. */
function formsIn (fragments) {
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
  return [...values, undefined].map((value, i) => ({
    start: values[i - 1]?.end ?? start,
    end: value?.start ?? end,
    code: ''
  }))
}

/** Sets the code of the edits of a statement: one before each value, and one after the last. */
function fill (edits, { statement, parts }, formOf, language) {
  const {
    raw = `${OURS}.raw(${OUT}, `, escaped = `${OURS}.escape(${OUT}, `, repeats, variable = `${OUT}.text`, flush = ''
  } = language
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
    return [insert(node.start + 'await'.length, ` ${OUT}.${isPrinted ? 'readyFor' : 'paced'}(`), insert(node.end, ')')]
  })
  const loops = tree.all('ForOfStatement')
    .filter((node) => node.await && node.body.type === 'BlockStatement' && waits(node))
  return [...values, ...loops.flatMap((node) => {
    const { body, consequent = body } = tree.parents.get(node)
    const before = Array.isArray(consequent) ? [insert(node.start, `${OUT}.ready();`)] : []
    const turn = [insert(node.body.start + 1, `await ${OUT}.paced();`), insert(node.body.end - 1, `;${OUT}.ready();`)]
    return [...before, ...turn]
  })]
}

/** @param {Edit[]} edits ordered. @returns {string | undefined} why the engine has to render the template */
function fallbackReason (tree, edits, language) {
  const { names, allows = () => false, endsPage = (fn) => fn === undefined } = language
  const returns = tree.all('ReturnStatement').filter((node) => endsPage(tree.functionOf(node)))
  if (firstOutside(edits, returns)) return 'returns early'
  const used = tree.all('Identifier')
    .filter((node) => names.includes(node.name) && tree.isVariable(node) && !allows(node))
  const foreign = firstOutside(edits, used) ??
    REFLECTIVE.flatMap((name) => tree.named(name)).find((node) => tree.isFree(node))
  if (foreign !== undefined) return `uses ${foreign.name}`
  if (showsSource(tree, edits, language)) return 'may show the source of a function'
}

/** @returns {object | undefined} the first of some nodes, in order, that no edit replaces */
function firstOutside (edits, nodes) {
  let i = 0
  return nodes.find(({ start, end }) => {
    while (i < edits.length && edits[i].end < end) i++
    return i === edits.length || edits[i].start > start
  })
}

module.exports = { outputsOf, pageCode }
