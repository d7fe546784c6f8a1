'use strict'

const { Readable } = require('node:stream')
const { setTimeout: later } = require('node:timers/promises')
const pug = require('pug')
const { html } = require('../..')
const dialect = require('../../lib/dialects').byName('pug')
const { Template } = require('../../lib/template/template')
const { Underway } = require('../../lib/template/underway')
const { streamedText } = require('../support/streamed')

const SETTINGS = [{}, { compileDebug: false }, { inlineRuntimeFunctions: true }]

function templateOf (source, options) {
  return new Template('page.pug', dialect.compile(source, { filename: 'page.pug', engine: pug, options }), dialect.printer(pug))
}

/**
 * @param {string} source
 * @param {() => object} there locals, for Pug itself
 * @param {() => object} late the same, some of them not there yet
 * @param {object} [options] of Pug
 */
async function expectSame (source, there, late, options) {
  for (const setting of SETTINGS) {
    const all = { ...setting, ...options }
    const expected = pug.compile(source, { ...all, filename: 'page.pug' })(there())
    expect(String(await templateOf(source, all).renderPage(late()))).toBe(expected)
    expect(await streamedText(templateOf(source, all), late())).toBe(expected)
  }
}

const promised = (locals) => () => {
  const entries = Object.entries(locals).map(([name, value]) => [name, typeof value === 'function' ? value : later(1, value)])
  return Object.fromEntries(entries)
}

/** What is on a page before anything comes. */
async function firstOf (source, locals, options) {
  const underway = new Underway()
  templateOf(source, options).stream(locals, underway)
  const first = await underway.next()
  underway.cancel()
  return first.toString()
}

describe('the object of the locals is looked into', () => {
  const sources = [
    'if locals.user\n  p hi #{user}\nelse\n  p log in', 'if locals["user"]\n  p hi', '= locals.user ? 1 : 2', '= locals["user"] ? 1 : 2', '= typeof locals.user', 'a(href=locals.user)',
    '- const { user: name } = locals\nif name\n  | a', '- const { user = "x" } = locals\n= user ? 1 : 2', '- const { ...rest } = locals\n= rest.user ? 1 : 2', '- let name\n- ({ user: name } = locals)\n= name ? 1 : 2',
    '- var all = locals\n= all.user ? 1 : 2', '- var all = locals || {}\n= all.user ? 1 : 2', 'mixin m(all)\n  = all.user ? 1 : 2\n+m(locals)', '= (function (all) { return all.user ? 1 : 2 })(locals)',
    '= Object.keys(locals).map(function (name) { return locals[name] ? 1 : 2 })', '- var name = "user"\n= locals[name] ? 1 : 2', '= Object.values(locals).filter(Boolean).length', '= "user" in locals ? user : "none"',
    '= locals.isUser() ? 1 : 2', '= locals.isUser`` ? 1 : 2', '= locals[`user`] ? 1 : 2', '!= JSON.stringify(locals)', '- locals.name = user\n= locals.name ? 1 : 2',
    '- with (locals) { var name = user ? 1 : 2; }\n= name', '= eval("locals.user ? 1 : 2")', 'p= locals.user\np!= locals["user"]\np= user'
  ]
  const isUser = function () { return Boolean(this.user) }

  test.each(sources)('%s', async (source) => {
    for (const user of [null, 'Zoë', '']) {
      const locals = { user, title: 'Tea', isUser, filename: 'page.pug' }
      await expectSame(source, () => ({ ...locals }), promised(locals))
    }
  })

  test.each(['if self.user\n  | a\nelse\n  | b', '= self["user"] ? 1 : 2', '= Object.values(self).filter(Boolean).length', '- const { user } = self\n= user ? 1 : 2', 'p= self.user'])('by the name of the option: %s', async (source) => {
    for (const user of [null, 'Zoë']) await expectSame(source, () => ({ user, filename: 'page.pug' }), promised({ user, filename: 'page.pug' }), { self: true })
  })

  test.each([
    ['p= locals.user\np!= locals["word"]', {}], ['p= self.user\np!= self.word', { self: true }], ['if locals.word\n  p= locals.user', {}]
  ])('not where a name of it is printed: %s', async (source, options) => {
    const never = new Promise(() => {})
    expect(await firstOf(source, { user: never, word: Promise.resolve('tea') }, options)).toBe('<p>')
  })
})

describe('a template of which nothing is known waits', () => {
  test.each(['if user\n  | a\n- return pug_html', '- pug_html += user ? 1 : 2'])('%s', async (source) => {
    for (const user of [null, 'Zoë']) await expectSame(source, () => ({ user }), promised({ user }))
  })
})

describe('a page or a stream that is more than printed', () => {
  const sources = [
    'a(href=late)', 'a(href!=late)', 'a(data-list=[late])', 'a&attributes({ href: late })', '!= JSON.stringify({ late })',
    '- var text = late + ""\n= text\n= text == "x"\n= text.length', '- var text = `${late}`\n= text\nif text == "x"\n  | X', '= String(late).length', '= [late].join().length', // eslint-disable-line no-template-curly-in-string
    'mixin m(text)\n  = text\n  = (text + "").length\n+m(late)', '- var text = late\n= text\n= `${text}`.length', '= locals.late + ""', 'p= late\np= `${late}`.length' // eslint-disable-line no-template-curly-in-string
  ]
  const pageOf = (value) => html`<i>${value}</i>`

  test.each([...sources, '= late.byteLength'])('a page: %s', async (source) => {
    const late = await pageOf(Promise.resolve('&'))
    await expectSame(source, () => ({ late }), () => ({ late: pageOf(later(1, '&')) }))
  })

  test.each([...sources, 'if late\n  | a'])('what an async generator gives: %s', async (source) => {
    for (const text of ['x', '']) {
      await expectSame(source, () => ({ late: text }), () => ({ late: (async function * () { yield text })() }))
    }
  })

  test.each(sources.slice(5))('what a stream gives: %s', async (source) => {
    await expectSame(source, () => ({ late: 'x' }), () => ({ late: Readable.from(['x']) }))
  })

  test('a file is what it is where it has a path', async () => {
    const file = () => Object.assign(Readable.from(['x']), { path: 'a.txt' })
    await expectSame('if file\n  p= file.path', () => ({ file: file() }), () => ({ file: file() }))
  })
})
