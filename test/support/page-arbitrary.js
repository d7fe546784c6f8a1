'use strict'

const { Readable } = require('node:stream')
const { setImmediate: turn } = require('node:timers/promises')
const fc = require('fast-check')
const { html } = require('../..')
const { anyCharacter } = require('./any-character')
const { literal } = require('./literal')

/**
 * The content of a page as plain data. It gives the expected text, and values for the page that
 * are available at once or later, or that fail.
 *
 * @typedef {{ kind: string, text?: string, statics?: string[], parts?: Model[], turns?: number, cuts?: number[], fails?: boolean }} Model
 */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character])

/** Stands on a page in the place of what fails. */
const INSTEAD = '[instead]'

const failure = new Error('made to fail')

/** Fulfils after a number of turns of the event loop; with none, at once. */
async function after (turns) {
  for (let i = 0; i < turns; i++) await turn()
}

/**
 * @param {Model} model
 * @returns {unknown} a value for a page, made anew
 */
function valueOf ({ kind, text, statics, parts = [], turns, cuts, fails }) {
  switch (kind) {
    case 'text': return text
    case 'raw': return html.raw(text)
    case 'nothing': return null
    case 'array': return parts.map(valueOf)
    case 'page': return html(literal(statics), ...parts.map(valueOf))
    case 'promise': return after(turns).then(() => valueOf(parts[0]))
    case 'failing': return turns === 0 ? Promise.reject(failure) : after(turns).then(() => { throw failure })
    case 'iterable': return iterate(parts, turns, fails)
    case 'stream': return streamOf(Buffer.from(text), cuts, turns, fails)
  }
}

async function * iterate (parts, turns, fails) {
  for (const part of parts) {
    await after(turns)
    yield valueOf(part)
  }
  if (fails) throw failure
}

function streamOf (bytes, cuts, turns, fails) {
  return Readable.from((async function * () {
    const ends = [...new Set(cuts)].filter((cut) => cut < bytes.length).sort((a, b) => a - b)
    for (const [i, end] of [...ends, bytes.length].entries()) {
      await after(turns)
      yield bytes.subarray(i === 0 ? 0 : ends[i - 1], end)
    }
    if (fails) throw failure
  })(), { objectMode: false })
}

/**
 * @param {Model} model
 * @returns {boolean} whether something in it fails
 */
function hasFailure ({ kind, parts = [], fails }) {
  return kind === 'failing' || fails === true || parts.some(hasFailure)
}

/**
 * @param {Model} model
 * @returns {boolean} whether its value rejects where it is awaited as a whole, as promises
 *   are, and pages with something pending
 */
function rejects (model) {
  const { kind, parts } = model
  if (kind === 'promise') return rejects(parts[0])
  return kind === 'failing' || (kind === 'page' && hasFailure(model))
}

/**
 * @param {Model} model
 * @returns {string} what it puts on a page, with `INSTEAD` in each place that fails
 */
function textOf ({ kind, text, statics, parts = [], fails }) {
  switch (kind) {
    case 'text': return escape(text)
    case 'raw': return text
    case 'nothing': return ''
    case 'array': return parts.map(textOf).join('')
    case 'page': return statics.map((part, i) => part + (i < parts.length ? textOf(parts[i]) : '')).join('')
    case 'promise': return rejects(parts[0]) ? INSTEAD : textOf(parts[0])
    case 'failing': return INSTEAD
    case 'stream': return escape(text) + (fails ? INSTEAD : '')
    case 'iterable': {
      const end = parts.findIndex(rejects)
      const given = end === -1 ? parts : parts.slice(0, end)
      return given.map(textOf).join('') + (end !== -1 || fails ? INSTEAD : '')
    }
  }
}

/** @returns {fc.Arbitrary<Model>} pages */
function pageArbitrary ({ canFail }) {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('<', '&', '"', 'ä', '世', '\ud83c', '\udf89', '🎉'), maxLength: 12 }),
    fc.nat(3000).map((length) => 'lorem ipsum '.repeat(length / 12))
  )
  const statics = fc.oneof(fc.string({ maxLength: 8 }), fc.nat(1500).map((length) => '<b>static</b>'.repeat(length / 13)))
  const turns = fc.nat(2)
  const fails = canFail ? fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)) : fc.constant(false)
  const failing = fc.record({ kind: fc.constant('failing'), turns })

  const { page } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.record({ kind: fc.constant('text'), text }),
      fc.record({ kind: fc.constant('raw'), text }),
      fc.constant({ kind: 'nothing' }),
      fc.record({ kind: fc.constant('stream'), text: text.map((text) => text.toWellFormed()), cuts: fc.array(fc.nat(30), { maxLength: 4 }), turns, fails }),
      ...canFail ? [failing] : []
    ),
    value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, tie('leaf'), tie('page'), tie('array'), tie('promise'), tie('iterable')),
    array: fc.record({ kind: fc.constant('array'), parts: fc.array(tie('value'), { maxLength: 3 }) }),
    promise: fc.record({ kind: fc.constant('promise'), turns, parts: fc.tuple(tie('value')) }),
    iterable: fc.record({ kind: fc.constant('iterable'), turns, fails, parts: fc.array(tie('value'), { maxLength: 3 }) }),
    page: fc.array(fc.tuple(statics, tie('value')), { minLength: 1, maxLength: 4 }).map((pairs) => ({
      kind: 'page', statics: [...pairs.map(([text]) => text), '</end>'], parts: pairs.map(([, part]) => part)
    }))
  }))
  return page
}

module.exports = { INSTEAD, failure, hasFailure, pageArbitrary, textOf, valueOf }
