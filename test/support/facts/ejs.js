'use strict'

const path = require('node:path')
const ejs = require('ejs')

const USES_THIS = 'function (key) { return this.words[key] }'

/** Statements that give `t` a function that uses `this`. */
const ASSIGNMENTS = [
  't = F', 't ||= F', 't &&= F', 't = t && F', 'var t = F', 'var t = t || F', '[t] = [F]', '[, t] = [1, F]', '({ t } = { t: F })', '({ k: t } = { k: F })',
  '({ t = F } = {})', '[[t] = [F]] = []', '[...[t]] = [F]', '({ ...{} } = { x: t = F })', 'for (t of [F]) break', 'for (var t of [F]) break', 'for ([t] of [[F]]) break',
  'for (t = F; false;);', '(() => { t = F })()', 'function set () { t = F } set()', '[1].forEach(() => { t = F })', 'const o = { get x () { t = F } }; o.x',
  'class A { static { t = F } }', 'try { throw F } catch (e) { t = e }', '((x = t = F) => x)()', 'label: t = F', 'if (t = F) {}', 'switch (1) { case 1: t = F }',
  '`${t = F}`', 'const { x = t = F } = {}', 'eachOf([F], (f) => { t = f })' // eslint-disable-line no-template-curly-in-string
]

/** Calls of a name, which pass the locals as `this` under `with`, and some that do not. */
const CALLS = ["t('k')", "t?.('k')", "(t)('k')", 't`k`', "(0, t)('k')", 't.call({ words: { k: "own" } }, \'k\')', "(() => t('k'))()", "[t][0]?.call(null, 'k')"]

/** Locals that a template calls. */
const usesThis = function (key) { return this?.words?.[key] }
const VALUES = {
  'an arrow function': (key) => key,
  'a bound function': usesThis.bind({ words: { k: 'bound' } }),
  'a proxy of a bound function': new Proxy(usesThis.bind({ words: { k: 'bound' } }), { apply: (target, self, [key]) => usesThis.call(self, key) }),
  'a proxy of an arrow function': new Proxy((key) => key, { apply: (target, self, [key]) => usesThis.call(self, key) }),
  'a function named bound': Object.defineProperty(function (key) { return this?.words?.[key] }, 'name', { value: 'bound t' }),
  'a function that evaluates by an escaped name': new Function('key', 'return ev\\u0061l("this?.words?.[key]")'), // eslint-disable-line no-new-func
  'a native function': Object.prototype.hasOwnProperty,
  'no function': 'text'
}

const views = Object.fromEntries([
  ...ASSIGNMENTS.map((statement) => [`${statement} and a call`, `<% ${statement.replace(/\bF\b/g, USES_THIS)} -%><%= t('k') %>`]),
  ...CALLS.map((call) => [`t = F and ${call}`, `<% t = ${USES_THIS} -%><%= ${call} %>`]),
  ...CALLS.map((call) => [`t = F, an include, and ${call}`, `<% t = ${USES_THIS} -%><%- include('calls') %><%= ${call} %>`]),
  ...Object.keys(VALUES).map((name) => [`a call of ${name}`, `<%= values[${JSON.stringify(name)}]('k') %>`]),
  ...Object.keys(VALUES).map((name) => [`a call of ${name} as a name`, `<%- include('calls', { t: values[${JSON.stringify(name)}] }) %>`])
])

/** @returns {Partial<import('.').Facts>} */
module.exports = () => ({
  create (folder, cache) {
    ejs.clearCache()
    return { instance: ejs, render: (view, locals) => ejs.renderFile(path.join(folder, `${view}.ejs`), { ...locals }, { cache }) }
  },
  shared: () => [ejs],
  rare: Object.values(views),
  views,
  locals: () => ({ t: (key) => key, words: { k: 'word' }, values: VALUES, eachOf: (list, fn) => list.forEach(fn) }),
  conclusions: {
    'A local that is called ignores `this`': {},
    'A name is among the locals, or is not': { 'a global variable': () => { globalThis.late = 1 }, 'no global variable': () => { delete globalThis.late } },
    'The locals keep their values': { 'a function that changes what the caller gave': (engine, locals) => { locals.a = 'changed'; locals.b = 'added' } },
    'Names of EJS are not among the locals': { changes: {}, left: 'A function that gets the locals as `this` can add one named include' },
    'Values are escaped by EJS': { escapeXML: ({ instance }) => { instance.escapeXML = String } },
    'A file is compiled with the settings of the engine': {
      localsName: ({ instance }) => { instance.localsName = 'data' },
      clearCache: ({ instance }) => { instance.clearCache() }
    }
  }
})
