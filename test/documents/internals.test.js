'use strict'

const fs = require('node:fs')
const path = require('node:path')
const acorn = require('acorn')
const MarkdownIt = require('markdown-it')
const { staleCitations } = require('./citations')
const { ROOT } = require('./markdown')

const LIB = path.join(ROOT, 'lib')
const source = fs.readFileSync(path.join(ROOT, 'docs/internals.md'), 'utf8')

test('the files and names that the document cites exist', () => {
  expect(staleCitations(source, { folder: 'docs' })).toEqual([])
})

describe('the state of the process', () => {
  const files = fs.readdirSync(LIB, { recursive: true }).filter((file) => file.endsWith('.js'))
  const rows = rowsOf('The state of the process')
  const documented = rows.flatMap(({ file, names }) => names.map((name) => `${file}: ${name}`))

  test('is what modules keep', () => {
    const kept = files.flatMap((file) => stateOf(fs.readFileSync(path.join(LIB, file), 'utf8')).map((name) => `${file}: ${name}`))
    expect(documented.sort()).toEqual(kept.sort())
  })

  test('has an owner and a bound', () => {
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ about, bound }) => !about || !bound)).toEqual([])
  })
})

test.each([
  ['a variable', 'let a = 1, b', ['a', 'b']],
  ['collections', 'const a = new Map(), b = new WeakSet()', ['a', 'b']],
  ['what a library keeps', 'const a = new LRUCache({ max: 1 })', ['a']],
  ['what is memoized', 'const a = memoize(() => 1)', ['a']],
  ['a list', 'const a = []', ['a']],
  ['an object that is written to', 'const a = { b: 1 }; function c () { a.b++ }', ['a']],
  ['an object that is written to by its parts', 'const a = { b: 1 }; function c () { a.b = 2 }', ['a']],
  ['an object that is only read', 'const a = { b: 1 }; function c () { return a.b }', []],
  ['a list of constants', 'const a = [1]', []],
  ['constants', 'const NAMES = new Set(["a"]), PATTERN = new RegExp("a")', []],
  ['a function, a class and an import', 'const a = require("b"), c = () => new Map(); class D { e = new Map() }', []],
  ['what a function keeps', 'function a () { let b; const c = new Map() }', []]
])('the test finds %s', (_, code, names) => {
  expect(stateOf(code)).toEqual(names)
})

/** @returns {string[]} the names of variables of a module that change, and of what it fills; not of constants */
function stateOf (code) {
  const program = acorn.parse(code, { ecmaVersion: 'latest', sourceType: 'script' })
  const isWritten = (name) => contains(program, ({ type, left, argument = left }) =>
    ['AssignmentExpression', 'UpdateExpression'].includes(type) && argument.type === 'MemberExpression' && argument.object.name === name)
  return program.body.filter(({ type }) => type === 'VariableDeclaration').flatMap(({ declarations, kind }) =>
    declarations.filter(({ id: { name }, init }) => kind === 'let' || isState(init, name, isWritten)).map(({ id }) => id.name))
}

function isState (init, name, isWritten) {
  switch (init?.type) {
    case 'NewExpression': return !/^[A-Z_]+$/.test(name)
    case 'CallExpression': return init.callee.name === 'memoize'
    case 'ArrayExpression': return init.elements.length === 0
    case 'ObjectExpression': return isWritten(name)
    default: return false
  }
}

/** Whether a syntax tree has a node of this kind. */
function contains (node, matches) {
  if (Array.isArray(node)) return node.some((each) => contains(each, matches))
  if (node === null || typeof node !== 'object') return false
  return (typeof node.type === 'string' && matches(node)) || Object.values(node).some((each) => contains(each, matches))
}

/** @returns {{ file: string, names: string[], about: string, bound: string }[]} the rows of a section's table */
function rowsOf (title) {
  const tokens = new MarkdownIt().parse(source, {})
  const start = tokens.findIndex(({ type, content }) => type === 'inline' && content === title)
  const rows = tokens.flatMap(({ type }, index) => type === 'tr_open' && index > start ? [index] : []).slice(1)
  const codes = ({ children }) => children.filter(({ type }) => type === 'code_inline').map(({ content }) => content)
  return rows.map((row) => [2, 5, 8, 11].map((at) => tokens[row + at])).map(([file, state, about, bound]) => ({
    file: codes(file)[0],
    names: codes(state),
    about: about.content,
    bound: bound.content
  }))
}
