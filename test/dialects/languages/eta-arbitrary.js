'use strict'

const fc = require('fast-check')
const { anyCodePoints, codeName } = require('../../support/code-names')

const long = fc.constantFrom('<p class="x">', 'Text & more \\ \'quoted\' ', 'ä€漢😀 ', 'line\n').map((text) => text.repeat(Math.ceil(300 / text.length)))
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', '<b>', ' ', '\n', ' \r\n ', '\'', '"', '\\', '`', '${x}', '\ud83d', '\ude00', '\u2028', '/*', '//', '%', '>') }, // eslint-disable-line no-template-curly-in-string
  { weight: 1, arbitrary: anyCodePoints.filter((value) => !value.includes('<%')) },
  { weight: 2, arbitrary: long }
)

const values = ['it.text', 'it.html', 'it.low', 'it.n', 'it.missing', 'it.list', 'it.object', 'it.n > 1 ? it.text : it.html', '`${it.n}<`', '"%>"', 'it.list.map((x) => x + 1).join()', 'it.fails()', 'write(it.n)', 'write(1) + write(2)', 'object', '(it.n, it.text)', 'it.x = 1'] // eslint-disable-line no-template-curly-in-string
const plain = fc.constantFrom(...values.filter((each) => !each.includes('fails')))
const literal = anyCodePoints.map((text) => JSON.stringify(text).replaceAll('%', '\\u0025'))
const value = fc.oneof(
  { weight: 20, arbitrary: plain },
  { weight: 1, arbitrary: fc.constantFrom(...values) },
  { weight: 1, arbitrary: literal },
  { weight: 1, arbitrary: codeName('eta').map((name) => `(typeof ${name} === 'string' ? ${name} : typeof ${name})`) },
  { weight: 1, arbitrary: codeName('eta').map((name) => `it.${name}`) },
  { weight: 2, arbitrary: fc.tuple(plain, plain, plain).map(([test, yes, no]) => `${test} ? (${yes}) : (() => ${no})()`) }
)

const open = fc.constantFrom('<%', '<%', '<%', '<%-', '<%_')
const close = fc.constantFrom('%>', '%>', '%>', '-%>', '_%>')
const tag = (kind, code) => fc.tuple(open, close, code).map(([open, close, code]) => `${open}${kind} ${code} ${close}`)

const includes = ['include("./first", it)', 'include("./second", { n: it.n })', 'include("/second")', 'include("./first", it).trim()', 'include("./second", it).length', '(include("./first", it), include("./second", it))', 'include("./none")']

/** Values of async templates. A promise that is not awaited would print as an object, but stream as its value. */
const awaited = fc.oneof(value, fc.constantFrom('await it.later(it.text)', 'await it.later(it.n) + 1', 'await it.rejects()', '(await Promise.all(it.list.map(it.later))).join()'))
const waitForIncludes = (code) => code.replaceAll('include(', 'await includeAsync(').replace(/^(await includeAsync\(.*\))\./, '($1).')

/**
 * @param {boolean} hasBlocks whether this version of Eta supports captures and blocks
 * @param {boolean} isAsync
 * @returns {fc.Arbitrary<string>} template sources
 */
function source (hasBlocks, isAsync) {
  const printed = isAsync ? awaited : value
  const included = fc.constantFrom(...isAsync ? includes.map(waitForIncludes) : includes)
  const { body } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      { weight: 6, arbitrary: text },
      { weight: 4, arbitrary: tag('=', printed) },
      { weight: 3, arbitrary: tag('~', printed) },
      { weight: 2, arbitrary: fc.tuple(fc.constantFrom('=', '~', '~', '~'), included).chain(([kind, code]) => tag(kind, fc.constant(code))) },
      { weight: 2, arbitrary: tag('', fc.constantFrom('/* comment */', '// a comment\n', 'write(1)', 'it.n++', '', 'const { n } = it', '__eta.res += it.text', hasBlocks ? 'output(it.text)' : '// x\n')) },
      { weight: 1, arbitrary: tag('', fc.tuple(fc.constantFrom('var', 'var', 'let'), codeName('eta'), value).map(([keyword, name, code]) => `${keyword} ${name} = ${code}`)) }
    ),
    block: fc.tuple(fc.constantFrom(
      ['<% if (it.n > 1) { %>', '<% } %>'], ['<% if (it.missing) { %>', '<% } else { %>else<% } %>'],
      ['<% for (const x of it.list) { %>', '<%= x %><% } %>'], ['<% it.list.forEach((x) => { %>', '<% }) %>'],
      ['<%~ it.list.map((x) => { %>', '<% return x }) %>'], ['<% try { %>', '<% } catch (e) { %><%= e.message %><% } %>'],
      ['<% switch (it.n) { case 1: { %>', '<% break } default: { %>default<% } } %>'], ['<% a: for (const i of [1, 2]) { do { %>', '<% if (it.n > i) continue a } while (false) } %>'],
      ['<% if (it.n) %>', '<% else %>else'], ['<%~ [...(function * () { %>', '<% yield 1 })()].length %>'], ['<%~ new (class { m (it = { n: 1 }) { %>', '<% return it.n } })().m() %>'],
      ['<% { const before = __eta.res; __eta.res = "" %>', '<% const text = __eta.res; __eta.res = before %><%= text %><%~ text.length %><% } %>'],
      ...isAsync ? [['<% for await (const x of it.list) { %>', '<%= x %><% } %>'], ['<%~ await (async () => { %>', '<% await 1; return "<a>" })() %>'], ['<% { const later = async (n) => { %>', '<% } ; await later(1); await later(2) } %>']] : [],
      ...isAsync && hasBlocks ? [['<%~ await captureAsync(async () => { %>', '<% await it.later() }) %>'], ['<%~ await blockAsync("a", async () => { %>', '<% }) %>'], ['<% await blockAsync("b", async () => { %>', '<% await it.later() }) %>']] : [],
      ['<% { const nested = (n) => { %>', '<% return n } %><%~ nested(3) %><% nested(4) } %>'],
      ...hasBlocks
        ? [['<%~ capture(() => { %>', '<% }) %>'], ['<% { const c = capture(() => { %>', '<% }) %><%~ c %><%= c.length %><%~ c.trim() %><% } %>'],
            ['<%~ block("a", () => { %>', '<% }) %>'], ['<% block("b", () => { %>', '<% }) %>'], ['<%= block("c", () => { %>', '<% }) %>']]
        : []
    ), tie('body')).map(([[before, after], inner]) => before + inner + after),
    body: fc.array(fc.oneof({ maxDepth: 2, depthSize: 'small' }, { weight: 5, arbitrary: tie('leaf') }, { weight: 2, arbitrary: tie('block') }), { maxLength: 7 }).map((parts) => parts.join(''))
  }))
  return body.map((body) => `<% const write = (n) => { %>(<%= n %>)<% return n }; const object = { toString () { write(9); return "<o>" } } %>${body}`)
}

/** Options that lead to an engine fallback. */
const rare = fc.oneof({ weight: 19, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })

const usualConfig = fc.record({
  debug: fc.boolean(),
  autoEscape: fc.boolean(),
  autoFilter: rare,
  useWith: rare,
  rmWhitespace: fc.boolean(),
  autoTrim: fc.constantFrom(false, 'nl', 'slurp', ['nl', 'slurp']),
  filterFunction: fc.constantFrom((value) => `|${value}|`, (value) => value),
  functionHeader: fc.constantFrom('', 'const helper = 1', 'const title = it.title'),
  outputFunctionName: fc.constantFrom('output', '$'),
  plugins: fc.constantFrom([], [{ processTemplate: (text) => text.replace('line', 'LINE') }], [{ processFnString: (code) => code }])
}, { requiredKeys: [] })

/** With an escape function of the app, Eta renders all templates. */
const escapeFunction = fc.constantFrom((value) => `{${value}}`, String)
const config = fc.oneof(
  { weight: 9, arbitrary: usualConfig },
  { weight: 1, arbitrary: fc.tuple(usualConfig, escapeFunction).map(([usual, escapeFunction]) => ({ ...usual, escapeFunction })) }
)

const locals = fc.record({
  text: fc.oneof(anyCodePoints, fc.constantFrom('<&>"\'', '\ude00', 'x'.repeat(400))),
  html: fc.constantFrom('<b>bold</b>', '<i>'.repeat(150)),
  low: fc.constant('\ude00'),
  n: fc.nat(3),
  list: fc.array(fc.nat(9), { maxLength: 3 })
})

/**
 * @param {boolean} hasBlocks whether this version of Eta supports captures and blocks
 * @returns {fc.Arbitrary<{ files: Record<string, string>, config: object, async: boolean, locals: () => object }>}
 */
const template = (hasBlocks) => fc.oneof({ weight: 4, arbitrary: templateOf(hasBlocks, false) }, { weight: 1, arbitrary: templateOf(hasBlocks, true) })

function templateOf (hasBlocks, async) {
  const layout = fc.constantFrom('', '', '<% layout("./base") %>', '<% layout("./base", { n: 7 }) %>', '<% if (it.n > 1) layout("./base", it) %>')
  return fc.record({ layout, page: source(hasBlocks, async), partial: fc.array(text).map((parts) => parts.join('')), base: source(hasBlocks, async), config, locals })
    .map(({ layout, page, partial, base, config, locals }) => ({
      files: {
        'page.eta': layout + page,
        'first.eta': `${partial}<%= it.n %>`,
        'second.eta': `<%~ it?.n %>${partial}`,
        'base.eta': `${base}[<%~ it.body %>]<%= it.body.length %>${hasBlocks ? '<%~ block("a") %><%~ block("b") %>' : ''}`
      },
      config,
      async,
      locals: () => ({ ...locals, list: [...locals.list], object: { valueOf: () => 1 }, fails () { throw new RangeError('fails') }, later: async (value) => value, rejects: async () => { throw new RangeError('rejects') } })
    }))
}

module.exports = { template }
