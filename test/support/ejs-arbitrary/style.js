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
  const { openDelimiter = '<', delimiter = '%', closeDelimiter = '>', localsName = 'locals', outputFunctionName = '__append' } = options
  const [start, end] = [openDelimiter + delimiter, delimiter + closeDelimiter]
  const bare = options.strict || options._with === false ? options.destructuredLocals ?? [] : undefined
  const localOf = (_, name) => bare === undefined || bare.includes(name) ? name : `${localsName}.${name}`
  const [waiting, calling] = options.async ? [sync, 'await '] : [`[${awaits}${sync}]`, '']

  const code = (text) => text
    .replace(/include\('#(\d)'/g, (_, choice) => partials.length > 0 ? `include('${partials[choice % partials.length]}'` : 'String(\'none\'')
    .replace(new RegExp(`${waiting}${local}later`, 'g'), 'String')
    .replace(new RegExp(`${sync}include`, 'g'), options.async ? 'String' : 'include')
    .replaceAll(awaits, calling).replaceAll(sync, '').replaceAll(async, options.async ? 'async ' : '')
    .replaceAll('LOCALS', localsName).replaceAll('ECHO', outputFunctionName)
    .replace(new RegExp(`${local}(\\w+)`, 'g'), localOf)
  const text = (part) => {
    const safe = part.replaceAll(start, openDelimiter)
    return safe.endsWith(openDelimiter) ? `${safe} ` : safe
  }
  return source.split(new RegExp(`(${open}[^${close}]*${close})`)).map((part, i) => i % 2 ? start + code(part.slice(1, -1)) + end : text(part)).join('')
}

module.exports = { MARKS, inSync, statement, styled, tag, unmarked }
