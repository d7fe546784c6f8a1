'use strict'

const fc = require('fast-check')
const { locals } = require('./ejs-arbitrary/locals')
const { body, fault } = require('./ejs-arbitrary/source')
const { styled } = require('./ejs-arbitrary/style')

const delimiters = fc.constantFrom(
  {}, {}, {}, {},
  { delimiter: '?' },
  { openDelimiter: '[', closeDelimiter: ']' },
  { openDelimiter: '{', closeDelimiter: '}' }
)

const destructuredLocals = ['title', 'items', 'upper', 'n', 'each', 'self', 'never']

const scoping = fc.constantFrom(
  {}, {}, {}, {}, {}, {},
  { strict: true },
  { _with: false },
  { destructuredLocals },
  { _with: false, destructuredLocals: [...destructuredLocals, '$', 'out'] },
  { strict: true, destructuredLocals }
)

const switches = fc.constantFrom(
  {}, {}, {}, {}, {}, {},
  { rmWhitespace: true },
  { compileDebug: false },
  { compileDebug: false, rmWhitespace: true },
  { localsName: 'it' },
  { outputFunctionName: 'echo' },
  { localsName: 'data', outputFunctionName: 'print' },
  { context: { label: '<this>' } },
  { localsName: '$' },
  { outputFunctionName: '$', localsName: '$locals' },
  { escape: (value) => `(${value})` },
  { escape: String, compileDebug: false },
  { legacyInclude: false },
  { unsafePrototypeLocals: true }
)

const waiting = fc.constantFrom({}, {}, {}, {}, { async: true })

const options = fc.tuple(delimiters, scoping, switches, waiting).map((parts) => Object.assign({}, ...parts))

// Only some templates have a fault: most should render.
const faults = fc.oneof(
  { weight: 14, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fault }
)

const names = ['first', 'second', 'third']

/**
 * EJS templates with locals, options and the partials that they include.
 *
 * `locals` creates the locals of one render, since a render may change them. Templates include `partials` by name, so
 * each must be in a file of that name beside the template.
 *
 * @returns {fc.Arbitrary<{
 *   source: string, locals: () => object, options: object, partials: Record<string, string>
 * }>}
 */
function template () {
  return fc.record({
    page: fc.tuple(body(3), faults).map((parts) => parts.join('')),
    bodies: fc.tuple(body(2), body(2), body(1)),
    locals,
    options
  }).map(assemble)
}

function assemble ({ page, bodies, locals, options }) {
  // A partial includes only later partials, so none includes itself.
  const partials = bodies.map((source, i) => [names[i], styled(source, options, names.slice(i + 1))])
  return { source: styled(page, options, names), locals, options, partials: Object.fromEntries(partials) }
}

module.exports = { template }
