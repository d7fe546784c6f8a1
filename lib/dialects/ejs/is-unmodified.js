'use strict'

const { codeOf } = require('../guards/known-code')
const { createEscapeCheck } = require('../guards/probes')
const { createEscaper } = require('../../page/escape')
const { memoize } = require('../../util/memoize')

/** The entities of EJS's own escape function. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' })

const OWN_ESCAPE = "function(markup){returnmarkup==undefined?'':String(markup).replace(_MATCH_HTML,encode_char);}"

/** Parts of the code of EJS's own functions, since EJS 3. Only EJS can call what they call. No digests: each release differs elsewhere. */
const OWN = {
  compile: /^functioncompile\(.*templ=newTemplate\(template,opts\);returntempl\.compile\(\);\}$/,
  Template: /^functionTemplate\(text,/,
  render: /^functionanonymous\(data\)\{.*returnfn\.apply\(opts\.context,\[[^[\]]*,escapeFn,include,rethrow\]\);\}$/,
  renderFile: /^function\(\)\{.*returntryHandleCache\(opts,data,cb\);\}$/
}

/** Each template asks for it. */
const codeOfFunction = memoize(codeOf)

const isOwnEscape = createEscapeCheck(escape, (fn) => codeOf(fn) === OWN_ESCAPE)

function isUnmodified ({ Template, compile }) {
  return isOwn('compile', compile) && isOwn('Template', Template)
}

/** Whether a function is that of EJS; `render` is the one that `compile` returns. @param {keyof typeof OWN} name */
function isOwn (name, fn) {
  return typeof fn === 'function' && OWN[name].test(codeOfFunction(fn))
}

module.exports = { escape, isOwn, isOwnEscape, isUnmodified }
