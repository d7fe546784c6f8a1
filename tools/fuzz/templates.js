'use strict'

const assert = require('node:assert')
const fc = require('fast-check')
const { sideBySide, unexplained } = require('../../test/dialects/side-by-side')
const { anyCodePoints, codeName } = require('../../test/support/code-names')
const hostileTexts = require('../../test/support/hostile-texts')

const text = fc.oneof(
  anyCodePoints,
  fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '`', '=', '/', '{{', '%>', '&amp;', '&#39;', '\0', '\r', '\n', '\u2028', '\ud83d', '\ude00', 'ä', '世', 'x'), maxLength: 20 }),
  fc.constantFrom(...hostileTexts)
)

/** Values that no template of the tests expects. */
const VALUES = [
  undefined, null, NaN, -0, 10n, Symbol('<'), true, '', '<', '__proto__', [], [[1, ['<']], null], {}, new Date(0), /</g, new Map([['<', 1]]), new Set(['<', '&']), Buffer.from('<'), new Uint8Array(3),
  Object('<'), Object(3), () => '<', function () { return this }, class A {}, { toString: () => '<' }, { valueOf: () => 3 }, { toString: () => 5 }, { length: 2, 0: '<' }, { [Symbol.iterator]: () => ['<'][Symbol.iterator]() },
  Object.create(null), Object.create({ name: '<', title: '<' }), new Error('<'), { toJSON: () => '<' }, { get name () { throw new Error('read') } }, Array(3), new (class extends String {})('<')
]

/** Engines count line numbers, compile variants and cache at the first renders; the last is like those of an app. */
const RENDERS = 20

/** Without a cache each render is a first one. */
const isKept = ({ cache, loader }) => cache !== false && loader !== 'uncached'

/** One of the locals gets another value, or further locals have names of generated code. */
const oddFor = (name) => fc.option(fc.oneof(
  fc.record({ at: fc.nat(20), value: fc.constantFrom(...VALUES) }),
  fc.record({ named: fc.array(fc.tuple(codeName(name), fc.constantFrom(...VALUES, '<script>')), { minLength: 1, maxLength: 3 }) })
), { freq: 1, nil: undefined })

function withOdd (example, odd) {
  if (odd === undefined || example.locals === undefined) return example
  const locals = [example.locals].flat().map((create) => () => {
    const created = create()
    const names = Object.keys(created)
    if (odd.at !== undefined && names.length > 0) created[names[odd.at % names.length]] = odd.value
    // `__proto__` is to be a property.
    for (const [name, value] of odd.named ?? []) Object.defineProperty(created, name, { value, writable: true, enumerable: true, configurable: true })
    return created
  })
  return { ...example, locals }
}

/**
 * @param {string} name of a language, a file in `test/dialects/languages`
 * @returns {import('./worker').Subject}
 */
function subjectOf (name) {
  const language = require(`../../test/dialects/languages/${name}`)
  return {
    cases: casesOf(name, language),
    async compare ({ engine, example, setting }, counts) {
      const rendered = await sideBySide(language, engine, example, setting, isKept(setting) ? RENDERS : 2)
      counts.pages += rendered.pages.length
      const [difference] = await unexplained(language, example, rendered)
      if (difference) assert.deepStrictEqual(difference.actual, difference.expected)
    },
    show: ({ version, example: { locals, ...example }, setting }) => {
      const called = [locals ?? []].flat().map((each) => `() => (${fc.stringify(each())})`)
      return `${name} ${version}, setting ${fc.stringify(setting)}, a case for test/corpus/${name}/cases:\n'found by npm run fuzz': { locals: [${called}], ...${fc.stringify(example)} }`
    }
  }
}

/** Templates as in the tests of the dialect, and random text in each position of a template. */
function casesOf (name, { engines, usualSettings, otherSettings, generated, escaping }) {
  const setting = fc.constantFrom(...usualSettings, ...otherSettings)
  const odd = oddFor(name)
  const templates = engines.flatMap((each) => generated.map(({ examples }) => fc.record({ example: examples(each.version), setting, odd }).map(({ example, setting, odd }) => ({ ...each, setting, example: withOdd(example, odd) }))))
  const texts = fc.tuple(fc.constantFrom(...engines), setting, fc.constantFrom(...escaping.settings), fc.constantFrom(...escaping.positions), fc.array(text, { minLength: 1, maxLength: 4 }))
    .map(([engine, setting, escaped, position, values]) => ({ ...engine, setting, example: { ...escaping.example(escaped, position), locals: values.map((value) => () => escaping.locals(value)) } }))
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...templates) }, { weight: 1, arbitrary: texts })
}

module.exports = { subjectOf }
