'use strict'

const assert = require('node:assert')
const fc = require('fast-check')
const { sideBySide, unexplained } = require('../dialects/side-by-side')
const hostileTexts = require('../support/hostile-texts')

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '`', '=', '/', '{{', '%>', '&amp;', '&#39;', '\0', '\r', '\n', '\u2028', '\ud83d', '\ude00', 'ä', '世', 'x'), maxLength: 20 }),
  fc.constantFrom(...hostileTexts)
)

/** Values that no template of the tests expects. */
const VALUES = [
  undefined, null, NaN, -0, 10n, Symbol('<'), true, '', '<', '__proto__', [], [[1, ['<']], null], {}, new Date(0), /</g, new Map([['<', 1]]), new Set(['<', '&']), Buffer.from('<'), new Uint8Array(3),
  Object('<'), Object(3), () => '<', function () { return this }, class A {}, { toString: () => '<' }, { valueOf: () => 3 }, { toString: () => 5 }, { length: 2, 0: '<' }, { [Symbol.iterator]: () => ['<'][Symbol.iterator]() },
  Object.create(null), Object.create({ name: '<', title: '<' }), new Error('<'), { toJSON: () => '<' }, { get name () { throw new Error('read') } }, Array(3), new (class extends String {})('<')
]

/** One of the locals gets another value. */
const odd = fc.option(fc.record({ at: fc.nat(20), value: fc.constantFrom(...VALUES) }), { freq: 1, nil: undefined })

function withOdd (example, odd) {
  if (odd === undefined || example.locals === undefined) return example
  const locals = [example.locals].flat().map((create) => () => {
    const created = create()
    const names = Object.keys(created)
    if (names.length > 0) created[names[odd.at % names.length]] = odd.value
    return created
  })
  return { ...example, locals }
}

/**
 * @param {string} name of a language, a file in `test/dialects/languages`
 * @returns {import('./worker').Subject}
 */
function subjectOf (name) {
  const language = require(`../dialects/languages/${name}`)
  return {
    cases: casesOf(language),
    async compare ({ engine, example, setting }, counts) {
      const rendered = await sideBySide(language, engine, example, setting)
      counts.pages += rendered.pages.length
      const [difference] = await unexplained(language, example, rendered)
      if (difference) assert.deepStrictEqual(difference.actual, difference.expected)
    },
    show: ({ version, example: { locals, ...example }, setting }) => {
      const called = [locals ?? []].flat().map((each) => `() => (${fc.stringify(each())})`)
      return `${name} ${version}, setting ${fc.stringify(setting)}, a case for test/corpus/${name}:\n{ name: 'found by npm run fuzz', locals: [${called}], ...${fc.stringify(example)} }`
    }
  }
}

/** Templates as in the tests of the dialect, and random text in each position of a template. */
function casesOf ({ engines, usualSettings, otherSettings, generated, escaping }) {
  const setting = fc.constantFrom(...usualSettings, ...otherSettings)
  const templates = engines.flatMap((each) => generated.map(({ examples }) => fc.record({ example: examples(each.version), setting, odd }).map(({ example, setting, odd }) => ({ ...each, setting, example: withOdd(example, odd) }))))
  const texts = fc.tuple(fc.constantFrom(...engines), setting, fc.constantFrom(...escaping.settings), fc.constantFrom(...escaping.positions), fc.array(text, { minLength: 1, maxLength: 4 }))
    .map(([engine, setting, escaped, position, values]) => ({ ...engine, setting, example: { ...escaping.example(escaped, position), locals: values.map((value) => () => escaping.locals(value)) } }))
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...templates) }, { weight: 1, arbitrary: texts })
}

module.exports = { subjectOf }
