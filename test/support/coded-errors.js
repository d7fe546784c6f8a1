'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { parse } = require('acorn')

const LIB = path.join(__dirname, '../../lib')

/**
 * An error that lib/ creates.
 *
 * @typedef {object} Created
 * @property {string} file from lib/ on
 * @property {string} source
 * @property {boolean} isCoded whether it is given a code where it is created
 */

/** @returns {Created[]} */
function createdErrors () {
  return sources().filter(({ source }) => source.includes('Error(')).flatMap(({ file, source }) => errorsIn(file, source))
}

/** @returns {{ file: string, source: string }[]} */
function sources () {
  return fs.readdirSync(LIB, { recursive: true }).filter((file) => file.endsWith('.js')).sort()
    .map((file) => ({ file: file.split(path.sep).join('/'), source: fs.readFileSync(path.join(LIB, file), 'utf8') }))
}

function errorsIn (file, source) {
  const errors = []
  const visit = (node, isCoded) => {
    if (Array.isArray(node)) node.forEach((child) => visit(child, false))
    if (typeof node?.type !== 'string') return
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
    const name = isCall ? node.callee.name ?? node.callee.property?.name : undefined
    if (/^[A-Z]\w*Error$|^Error$/.test(name)) errors.push({ file, source: source.slice(node.start, node.end), isCoded })
    if (name === 'withCode') return visit(node.arguments[1], true)
    Object.values(node).forEach((child) => visit(child, false))
  }
  visit(parse(source, { ecmaVersion: 'latest', sourceType: 'script' }), false)
  return errors
}

/** @returns {string[]} the codes of this library, as its errors and warnings have them */
function codes () {
  const named = sources().flatMap(({ source }) => source.match(/'BUFFERED_RENDER_[A-Z_]+'/g) ?? [])
  return [...new Set(named.map((name) => name.slice(1, -1)))].sort()
}

module.exports = { codes, createdErrors, errorsIn }
