'use strict'

const pug = require('pug')
const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { fragmentsOf, shareOf } = require('../support/fragments-of')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

const text = 'lorem ipsum '.repeat(30)

/** A page that extends a layout, which includes a navigation and a footer, and a mixin. */
const site = {
  'page.pug': 'extends layout\nblock title\n  title= title\nblock content\n  include mixins\n  h1= title\n  +panel(title)\n    p= text\n    each item in items\n      li= item\n',
  'layout.pug': `doctype html\nhtml\n  head\n    block title\n    style.\n      ${text.repeat(10)}\n  body\n    include nav\n    main\n      block content\n    include foot.html\n`,
  'nav.pug': `nav\n  li: a(href='/' class=['link', 'own']) ${text.repeat(5)}\n`,
  'foot.html': `<footer>${text.repeat(5)}</footer>`,
  'mixins.pug': `mixin panel(name)\n  .panel\n    h2= name\n    p ${text}\n    block\n    .foot ${text}\n`
}

const folder = viewFolder(site)

const locals = () => ({ title: 'T', text: '<text>', items: [1, 2] })

const write = (page) => {
  const views = viewFolder({ 'page.pug': page })
  return templatesOf('pug', pug, { compileDebug: false }).load(views.file('page.pug'))
}

test.each([{}, { compileDebug: false }, { compileDebug: true }, { pretty: true }])('at least 95 % of a layout is in fragments: %j', (options) => {
  const file = folder.file('page.pug')
  const rendered = templatesOf('pug', pug, options).load(file).render(locals())
  expect(rendered.toString()).toBe(pug.renderFile(file, { ...options, ...locals() }))
  expect(shareOf(rendered)).toBeGreaterThan(0.95)
  expect(rendered.chunks.length).toBeLessThan(16)
})

test('each render uses the same fragments, and both variants of a loop share one', () => {
  const template = write(`each x in list\n  p ${text}`)
  const fragments = [[1, 2], { a: 1 }].flatMap((list) => fragmentsOf(template.render({ list })))
  expect(fragments).toHaveLength(3)
  expect(new Set(fragments).size).toBe(1)
})

test('an unescaped Rendered keeps its fragments anywhere on the page', () => {
  const fragment = new StaticFragment(text)
  const body = () => new Rendered(['<b>', fragment, '</b>'])
  const template = write('mixin m(x)\n  p a !{x} b\n!= body\np\n!= body\n+m(body)\n  i\ndiv!= body')
  const rendered = template.render({ body: body() })
  expect(fragmentsOf(rendered)).toEqual([fragment, fragment, fragment, fragment])
  expect(rendered.toString()).toBe(template.render({ body: body().toString() }).toString())
})

test.each([
  ['block passed on', 'mixin m\n  p TEXT\n  - f(block)\n+m\np TEXT'],
  ['block as another name', 'each block in [1]\n  p TEXT\nmixin m\n  p TEXT\n+m'],
  ['block within a function', 'mixin m\n  - f(function () {\n  block\n  - })\n  p TEXT\n+m\np TEXT'],
  ['this', 'mixin m\n  p TEXT\n  - f(this)\n+m\np TEXT'],
  ['mixins as values', 'mixin m\n  p TEXT\n+m\n- f(pug_mixins)\np TEXT']
])('if code may access a mixin, only text outside of mixins is spliced: %s', (_, page) => {
  const rendered = write(page.replaceAll('TEXT', text)).render({ f () {} })
  expect(fragmentsOf(rendered)).toHaveLength(1)
  expect(rendered.toString().split(text)).toHaveLength(3)
})

test('an escaped Rendered, or one in an attribute, is printed as its text', () => {
  const template = write('p= body\np(title=body data-x!=body)')
  const body = new Rendered(['<b>'])
  expect(template.render({ body }).toString()).toBe(template.render({ body: '<b>' }).toString())
})

test('nested renders of one template do not mix', () => {
  const template = write(`p ${text}\n!= inner ? inner() : 'none'\np ${text}`)
  const inner = () => template.render({})
  const rendered = template.render({ inner })
  expect(rendered.toString()).toBe(`<p>${text}</p>${template.render({}).toString()}<p>${text}</p>`)
  expect(fragmentsOf(rendered)).toHaveLength(4)
})
