'use strict'

const { strippedCodeOf } = require('../../util/code-digest')
const { createEscapeCheck } = require('../guards/probes')
const { createEscaper } = require('../../page/escape')
const { memoize } = require('../../util/memoize')

/** The entities of EJS's escape function. */
const escapeAsEjs = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' })

const ESCAPE_CODE = "function(markup){returnmarkup==undefined?'':String(markup).replace(_MATCH_HTML,encode_char);}"

/** Parts of EJS's functions since EJS 3, whose calls only EJS can make. No digests: each release differs elsewhere. */
const CODE = {
  compile: /^functioncompile\(.*templ=newTemplate\(template,opts\);returntempl\.compile\(\);\}$/,
  Template: /^functionTemplate\(text,/,
  render: /^functionanonymous\(data\)\{.*returnfn\.apply\(opts\.context,\[[^[\]]*,escapeFn,include,rethrow\]\);\}$/,
  renderFile: /^function\(\)\{.*returntryHandleCache\(opts,data,cb\);\}$/
}

/** Each template asks for it. */
const cachedCodeOf = memoize(strippedCodeOf)

const isEjsEscape = createEscapeCheck(escapeAsEjs, (fn) => strippedCodeOf(fn) === ESCAPE_CODE)

function isUnmodified ({ Template, compile }) {
  return isOfEjs('compile', compile) && isOfEjs('Template', Template)
}

/** Whether a function is that of EJS; `render` is the one that `compile` returns. @param {keyof typeof CODE} name */
function isOfEjs (name, fn) {
  return typeof fn === 'function' && CODE[name].test(cachedCodeOf(fn))
}

module.exports = { escapeAsEjs, isEjsEscape, isOfEjs, isUnmodified }
