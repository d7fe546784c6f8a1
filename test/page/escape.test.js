'use strict'

const path = require('node:path')
const ejs = require('ejs')
const fc = require('fast-check')
const { createRenderer } = require('../..')
const { createEscaper } = require('../../lib/page/escape')
const { anyCharacter } = require('../support/any-character')
const engines = require('../support/ejs-engines')
const { propertyRuns } = require('../support/level')
const { viewFolder } = require('../support/view-folder')

const tables = [
  { name: "html`…`'s", entities: { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' } },
  { name: 'one of EJS', entities: { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' } },
  { name: 'one of what is special in a regular expression', entities: { ']': '1', '\\': '2', '^': '3', '-': '4', '[': '5', $: '6', '.': '7' } },
  { name: 'one outside ASCII', entities: { é: 'e', 世: 'w', '\u2028': 'n', '\uffff': 'f' } },
  { name: 'one of a single character', entities: { a: '' } }
]

/** Character by character, as slow as it is plain. */
const replaceNaively = (entities) => (text) => Array.from({ length: text.length }, (_, i) => entities[text[i]] ?? text[i]).join('')

describe.each(tables)('with $name table', ({ entities }) => {
  const escape = createEscaper(entities)
  const naive = replaceNaively(entities)
  const special = fc.constantFrom(...Object.keys(entities))

  test('every character alone and between others', () => {
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code)
      if (escape(character) !== naive(character)) throw new Error(`U+${code.toString(16)} alone`)
      if (escape(`b${character}b`) !== naive(`b${character}b`)) throw new Error(`U+${code.toString(16)} between others`)
    }
  })

  test('any text', () => {
    const text = fc.array(fc.oneof(special, fc.string({ unit: anyCharacter }), fc.string({ unit: 'binary-ascii' }))).map((parts) => parts.join(''))
    fc.assert(fc.property(text, (text) => { expect(escape(text)).toBe(naive(text)) }), propertyRuns(500))
  })

  test('one text after another, whatever the last one held', () => {
    const key = Object.keys(entities)[0]
    for (const text of [`b${key}`, 'b', key, '', `${key}b${key}`, `${'b'.repeat(100)}${key}`, 'b']) {
      expect(escape(text)).toBe(naive(text))
    }
  })
})

describe('in a template of EJS', () => {
  const folder = viewFolder({ 'text.ejs': '<%= text %>' })

  test.each(engines)('$version it is ejs.escapeXML', async ({ engine }) => {
    const renderer = createRenderer({ views: path.dirname(folder.file('text.ejs')), extension: 'ejs', engines: { ejs: engine } })
    const render = async (text) => (await renderer.render('text', { text })).toString()

    const everything = String.fromCharCode(...Array(0xd800).keys())
    expect(await render(everything)).toBe(engine.escapeXML(everything))
    await fc.assert(fc.asyncProperty(fc.string({ unit: anyCharacter }), async (text) => {
      expect(await render(text)).toBe(ejs.escapeXML(text))
    }))
  })
})
