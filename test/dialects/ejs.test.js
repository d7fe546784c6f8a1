'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const { fragmentsOf } = require('../support/fragments-of')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')
const { dialectSuite } = require('./suite')

dialectSuite('ejs')

const VALUES = ['`<', '', 'plain', 7, NaN, null, undefined, true, ['`'], { toString: () => '`{' }, new Date(0)]

describe('the escape function', () => {
  const folder = viewFolder({ 'page.ejs': '<% for (const value of values) { %><%= value %>|<% } %>' + 'static '.repeat(100) })
  afterAll(() => folder.remove())
  const file = folder.file('page.ejs')
  const render = (engine, options) => templatesOf('ejs', engine, options).load(file).render({ values: VALUES })
  const stock = (engine, options) => engine.renderFile(file, { values: VALUES }, { ...options })

  /** Copies EJS, with another text of its utilities, which contain the escape function. */
  const copyWith = (edit) => {
    const target = folder.file(`copy-${fs.readdirSync(folder.file('.')).length}`)
    fs.cpSync(path.join(__dirname, '../../node_modules/ejs'), target, { recursive: true })
    const utilities = path.join(target, 'lib/cjs/utils.js')
    fs.writeFileSync(utilities, edit(fs.readFileSync(utilities, 'utf8')))
    return { engine: require(path.join(target, 'lib/cjs/ejs.js')), utilities: require(utilities) }
  }

  test('of a copy that escapes another character is called', async () => {
    const { engine } = copyWith((text) => text.replace(/\[&<>'"\]/, '[&<>\'"`]').replace("'&': '&amp;',", "'&': '&amp;', '`': '&#96;',"))
    const page = render(engine)
    expect(page.toString()).toBe(await stock(engine))
    expect(page.toString()).toMatch(/^&#96;&lt;\|/)
    expect(fragmentsOf(page)).toHaveLength(1)
  })

  test('of a copy with other code is called for every value', async () => {
    const { engine } = copyWith((text) => text.replace('return markup == undefined', 'globalThis.escapedValues?.push(markup); return markup == undefined'))
    globalThis.escapedValues = []
    try {
      const page = render(engine)
      expect(globalThis.escapedValues.splice(0)).toEqual(VALUES)
      expect(page.toString()).toBe(await stock(engine))
    } finally {
      delete globalThis.escapedValues
    }
  })

  test.each(['before', 'after'])('that replaces that of the utilities %s the first render is called for every value', async (when) => {
    const { engine, utilities } = copyWith((text) => text)
    const { escapeXML } = utilities
    if (when === 'after') render(engine)
    const escape = jest.fn((value) => escapeXML(value))
    utilities.escapeXML = escape
    expect(render(engine).toString()).toBe(await stock(ejs))
    expect(escape.mock.calls).toEqual(VALUES.map((value) => [value]))
  })

  test.each(['escape', 'escapeFunction'])('in the option %s is called as it is for every value', async (option) => {
    const calls = []
    const escape = function (...args) { calls.push([this, ...args]); return `(${args[0]})` }
    const page = render(ejs, { [option]: escape }).toString()
    const ours = calls.splice(0)
    expect(page).toBe(await stock(ejs, { [option]: escape }))
    expect(ours).toEqual(calls)
    expect(calls).toHaveLength(VALUES.length)
  })

  test('in an option is not called to find out what it does', () => {
    const escape = jest.fn(String)
    templatesOf('ejs', ejs, { escape }).load(file)
    expect(escape).not.toHaveBeenCalled()
  })
})
