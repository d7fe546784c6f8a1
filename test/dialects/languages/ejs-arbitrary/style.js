'use strict'

/**
 * Characters of sources that stand for what depends on the options: delimiters of tags, a local before its name, `await`, `await` in a
 * function that is not async, and `async`.
 */
const MARKS = { open: '\ue000', close: '\ue001', local: '\ue002', await: '\ue003', sync: '\ue004', async: '\ue005' }
const { open, close, local, await: awaits, sync, async } = MARKS

const ANY_MARK = /[\ue000-\ue005]/g

const tag = (kind, code, trim = '') => `${open}${kind} ${code} ${trim}${close}`
const statement = (code) => tag('', code)

/** What is inside a function that is not async. */
const inSync = (code) => code.replaceAll(awaits, sync).replaceAll(async, '')

/** Text without marks. */
const unmarked = (text) => text.replace(ANY_MARK, '')

/**
 * @param {string} source with marks
 * @param {object} options of EJS
 * @param {string[]} partials what it may include
 * @returns {string} the source as the options want it
 */
function styled (source, options, partials) {
  const { openDelimiter = '<', delimiter = '%', closeDelimiter = '>' } = options
  const [start, end] = [openDelimiter + delimiter, delimiter + closeDelimiter]
  const text = (part) => {
    const safe = part.replaceAll(start, openDelimiter)
    return safe.endsWith(openDelimiter) ? `${safe} ` : safe
  }
  const parts = source.split(new RegExp(`(${open}[^${close}]*${close})`))
  return parts.map((part, i) => i % 2 ? start + styledCode(part.slice(1, -1), options, partials) + end : text(part)).join('')
}

function styledCode (code, options, partials) {
  const { localsName = 'locals', outputFunctionName = '__append' } = options
  const included = (_, choice) => partials.length > 0 ? `include('${partials[choice % partials.length]}'` : "String('none'"
  const waiting = withoutPromises(code.replace(/include\('#(\d)'/g, included), options)
    .replaceAll(awaits, options.async ? 'await ' : '')
    .replaceAll(async, options.async ? 'async ' : '')
  const bare = options.strict || options._with === false ? options.destructuredLocals ?? [] : undefined
  const localOf = (_, name) => bare === undefined || bare.includes(name) ? name : `${localsName}.${name}`
  return waiting.replaceAll('LOCALS', localsName).replaceAll('ECHO', outputFunctionName).replace(new RegExp(`${local}(\\w+)`, 'g'), localOf)
}

/** A promise that nothing waits for would print as an object, but stream as its value. */
function withoutPromises (code, { async: isAsync }) {
  const unawaited = isAsync ? sync : `[${awaits}${sync}]`
  return code
    .replace(new RegExp(`${unawaited}${local}later`, 'g'), 'String')
    .replaceAll(`${sync}include`, isAsync ? 'String' : 'include')
    .replaceAll(sync, '')
}

module.exports = { MARKS, inSync, statement, styled, tag, unmarked }
