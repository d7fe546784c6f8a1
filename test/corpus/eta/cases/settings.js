'use strict'

const upper = { processTemplate: (text) => text.replace('yes', 'YES <%= it.b %>') }
const reversed = { processAST: (buffer) => buffer.slice().reverse() }
const marked = { processFnString: (text) => text.replace('return __eta.res', '__eta.res += "!"; return __eta.res') }
const wrapped = { processFnString: (text) => `return (() => { ${text} })() + "!"` }
const changed = { processFnString: (text) => text.replace('return __eta.res', '__eta.res = __eta.res.toUpperCase(); return __eta.res') }

/** Settings with functions, each for the page of all settings. */
const settings = [
  { autoFilter: true, filterFunction: (value) => value ?? 'none' },
  { autoFilter: true, autoEscape: false, filterFunction: (value) => value ?? 'none' },
  { escapeFunction: (value) => `{${value}}` },
  { escapeFunction: (value) => value },
  { escapeFunction: String },
  { plugins: [upper] },
  { plugins: [reversed] },
  { plugins: [upper, marked] },
  { plugins: [wrapped] },
  { plugins: [changed] }
]
const nameOf = (config) => `settings ${JSON.stringify(config, (_, value) => typeof value === 'function' ? String(value) : value)}`

module.exports = {
  customTags: { '*': (content, data) => `[${content}:${data.a}]`, '?': (content) => content.length },
  escapeFunction () { return Object.keys(this).join() },
  toText: () => 'x',
  String,
  cases: Object.fromEntries(settings.map((config) => [nameOf(config), { config }]))
}
