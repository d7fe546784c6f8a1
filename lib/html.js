'use strict'

const { memoize } = require('./util/memoize')
const { describeType, withCode, wrongArgument } = require('./util/errors')
const { createEscaper } = require('./page/escape')
const { refuseOtherCopy } = require('./page/other-copy')
const { isPage } = require('./page/pending-rendered')
const { Rendered } = require('./page/rendered')
const { Splicer, isAsyncValue } = require('./page/splicer')
const { StaticFragment } = require('./page/static-fragment')

const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** The static parts of a template literal. @type {(strings: TemplateStringsArray) => (string|StaticFragment)[]} */
const partsOf = memoize((strings) => {
  if (Array.isArray(strings?.raw)) return strings.map(StaticFragment.from)
  // An ordinary call would print its argument unescaped.
  throw withCode('BUFFERED_RENDER_ARGUMENT', new TypeError('html is a tag for template literals, ' +
    `such as html\`<p>\${text}</p>\`, but was called with ${describeType(strings)}. ` +
    'For trusted HTML in a string, call html.raw(string)'))
})

/** See `types/index.d.ts`. */
function html (strings, ...values) {
  const parts = partsOf(strings)
  let text = ''
  let i = 0
  // A page of text alone, such as the row of a table, needs no Splicer.
  for (; typeof parts[i] === 'string'; i++) {
    text += parts[i]
    if (i === values.length) return Rendered.ofText(text)
    const value = values[i]
    if (typeof value === 'string') text += escape(value)
    else if (typeof value === 'number') text += value
    else break
  }
  return splice(parts, values, i, text)
}

/** Goes on after `text`: with the value at this index, or with the part in front of it if that is a fragment. */
function splice (parts, values, i, text) {
  const out = new Splicer()
  out.text = text
  if (typeof parts[i] !== 'string') out.fragment(parts[i])
  for (; i < values.length; i++) {
    writeValue(out, values[i])
    const part = parts[i + 1]
    if (typeof part === 'string') out.text += part
    else out.fragment(part)
  }
  return out.end()
}

/** Marks a string as HTML that needs no escaping. Never pass text that a user has influenced. */
html.raw = function raw (text) {
  if (typeof text !== 'string') throw wrongArgument('html.raw() expects a string', text)
  return Rendered.ofText(text)
}

function writeValue (out, value) {
  if (typeof value === 'string') out.text += escape(value)
  else if (typeof value === 'number') out.text += value
  else if (Array.isArray(value)) writeAll(out, value)
  else if (isPage(value)) out.splice(value)
  else if (typeof value?.then === 'function' || isAsyncValue(value)) out.wait(value, writeValue)
  else if (value !== null && value !== undefined && typeof value !== 'boolean') out.text += escape(textOf(value))
}

function writeAll (out, values) {
  for (const value of values) writeValue(out, value)
}

function textOf (value) {
  refuseOtherCopy(value)
  if (typeof value !== 'function' && typeof value !== 'symbol') return `${value}`
  const advice = typeof value === 'function' ? 'Call it' : 'Print its description'
  throw withCode('BUFFERED_RENDER_ARGUMENT', new TypeError(`html\`…\` cannot print ${describeType(value)}. ` +
    `${advice}, or pass text, a number, html\`…\`, an array, a promise or a stream`))
}

module.exports = { html }
