'use strict'

const { createEscaper } = require('../../page/escape')
const { escapesEqually } = require('../guards/probes')
const { isCall, isNamed } = require('../shared/matchers')
const { OURS } = require('../shared/names')
const { evaluate } = require('../shared/parse')

const escape = createEscaper({ '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;', '\\': '&#92;' })

const ASCII = String.fromCharCode(...Array(128).keys())
const ESCAPED_ASCII = escape(ASCII)

/** How many values the engine prints before its escape function is checked, which takes as long as printing ten. */
const UNCHECKED = 8

/** What rewritten code calls in place of functions of the runtime, which V8 cannot specialize for many callers. */
class Values {
  constructor (runtime) {
    this.runtime = runtime
    /** How many values the engine prints before the next check; 0 if its escape function is known. */
    this.left = UNCHECKED
    this.print = (value, autoescape) => {
      if (this.left === 0 || this.isKnown()) {
        if (typeof value === 'string') return autoescape ? escape(value) : value
        if (typeof value === 'number') return value
        if (value === undefined || value === null) return ''
      }
      return runtime.suppressValue(value, autoescape)
    }
  }

  /** Gives what `memberLookup` gives for a method, with its source. Made late: precompiled templates do without. */
  get bind () {
    this._bind ??= evaluate(`'use strict'; return (obj, val) => ${this.runtime.memberLookup({ f () {} }, 'f')}`)
    return this._bind
  }

  /** Has the escape function checked in each render: apps may replace `nunjucks.lib.escape`, unseen from here. */
  check () {
    this.left = UNCHECKED
  }

  isKnown () {
    if (--this.left > 0) return false
    const escapeOfEngine = (text) => this.runtime.suppressValue(text, true)
    this.escapesEqually ??= escapesEqually(escapeOfEngine, escape)
    this.left = this.escapesEqually && escapeOfEngine(ASCII) === ESCAPED_ASCII ? 0 : 1
    return this.left === 0
  }
}

function valueEdits (fn, tree) {
  return fn.shadows ? [] : [...printEdits(fn), ...memberEdits(fn, tree)]
}

/** Gives the range of the value in `runtime.suppressValue(env.getFilter("safe").call(context, value), …)`. */
function safeValue (node) {
  const filtered = isCall(node, 'runtime', 'suppressValue') ? node.arguments[0] : undefined
  const { type, callee, arguments: args, end } = filtered ?? {}
  if (type !== 'CallExpression' || args.length !== 2) return
  if (callee.type !== 'MemberExpression' || !isNamed(callee.property, 'call')) return
  if (!isCall(callee.object, 'env', 'getFilter') || callee.object.arguments[0].value !== 'safe') return
  return { start: args[0].end + 1, end: end - 1 }
}

/** `runtime.suppressValue(…)  →  X.print(…)`; what the filter `safe` returns is not escaped anyway. */
function printEdits ({ nodes }) {
  const prints = nodes.filter((node) => isCall(node, 'runtime', 'suppressValue') && !safeValue(node))
  return prints.map(({ callee: { start, end } }) => ({ start, end, code: `${OURS}.print` }))
}

/**
 * Reads members in place, so that V8 knows the objects of each:
 *
 *     runtime.memberLookup((o),"name")  →
 *       ((XOf = (o)) == null ? void 0 : typeof XOf["name"] === "function" ? X.bind(XOf,"name") : XOf["name"])
 */
function memberEdits ({ nodes }, tree) {
  const lookups = nodes.filter((node) =>
    isCall(node, 'runtime', 'memberLookup') && node.arguments[1].type === 'Literal')
  const functions = new Set(lookups.map((node) => tree.functionOf(node)))
  return [
    ...[...functions].map(({ body: { start } }) => ({ start: start + 1, end: start + 1, code: `\nvar ${OURS}Of;` })),
    ...lookups.flatMap(({ start, end, callee, arguments: [, key] }) => {
      const name = tree.source(key)
      const member = `${OURS}Of[${name}]`
      const bound = `${OURS}.bind(${OURS}Of,${name})`
      const code = `) == null ? void 0 : typeof ${member} === "function" ? ${bound} : ${member})`
      const comma = tree.text.lastIndexOf(',', key.start)
      return [{ start, end: callee.end + 1, code: `((${OURS}Of = ` }, { start: comma, end, code }]
    })
  ]
}

module.exports = { Values, safeValue, valueEdits }
