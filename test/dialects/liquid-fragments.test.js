'use strict'

const { Liquid } = require('liquidjs')
const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { fragmentsOf, shareOf } = require('../support/fragments-of')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

const nav = Array.from({ length: 60 }, (_, i) => `<li class="item"><a href="/section/${i}">Section ${i}</a></li>`).join('\n')
const text = 'lorem ipsum '.repeat(30)
const files = {
  'base.liquid': `<!doctype html><title>{% block title %}Default{% endblock %}</title><nav>${nav}</nav><main>{% block main %}{% endblock %}</main>{% include "foot" %}`,
  'mid.liquid': `{% layout "base" %}{% block main %}<aside>${nav}</aside>{% block inner %}{% endblock %}{% endblock %}`,
  'anon.liquid': `<nav>${nav}</nav>{% block %}{% endblock %}`,
  'foot.liquid': `<footer>${nav}{{ title }}</footer>`,
  'card.liquid': `<div>${nav}{{ card }}</div>`,
  'page.liquid': '{% layout "base" %}{% block title %}{{ title }}{% endblock %}{% block main %}<h1>{{ title }}</h1>{% for x in list %}{{ x }}{% endfor %}{% endblock %}',
  'both.liquid': `{% layout "mid" %}{% block inner %}<article>${nav}{{ title }}</article>{% endblock %}`,
  'unnamed.liquid': `{% layout "anon" %}<article>${nav}{{ title }}</article>`,
  'cards.liquid': '{% render "card" for list as card %}{% render "card", card: title %}',
  'async.liquid': `{% layout "base" %}{% block main %}{{ later }}${nav}{% if later %}${nav}{{ later }}{% endif %}{% for x in list %}{{ later }}${nav}{% endfor %}{% endblock %}`,
  'super.liquid': '{% layout "mid" %}{% block main %}<b>{{ block.super }}</b>{% endblock %}',
  'loop.liquid': `{% for x in list %}${text}{{ x }}{% endfor %}`
}

const folder = viewFolder(files)

const create = (options) => new Liquid({ root: [folder.file('')], extname: '.liquid', ...options })
const locals = () => ({ title: 'T', list: [1, 2], later: Promise.resolve('later') })

const write = (page) => {
  const views = viewFolder({ 'page.liquid': page })
  return templatesOf('liquid', create({ root: [views.file('')] })).load(views.file('page.liquid'))
}

describe.each([{}, { cache: true }, { outputEscape: 'escape' }, { catchAllErrors: true }, { renderLimit: 60_000 }])('%j', (options) => {
  test.each(['page', 'both', 'unnamed', 'cards', 'async', 'super'])('more than 95 % of the layouts and partials of %s are in fragments', async (name) => {
    const file = folder.file(`${name}.liquid`)
    const rendered = await templatesOf('liquid', create(options)).load(file).render(locals())
    expect(rendered.toString()).toBe(await create(options).renderFile(file, locals()))
    expect(shareOf(rendered)).toBeGreaterThan(name === 'super' && options.outputEscape ? 0 : 0.95)
  })
})

test('static text is the same fragment in each iteration of a loop and in each render', () => {
  const template = templatesOf('liquid', create()).load(folder.file('loop.liquid'))
  const fragments = [1, 2].flatMap(() => fragmentsOf(template.render(locals())))
  expect(fragments).toHaveLength(4)
  expect(new Set(fragments).size).toBe(1)
})

test('all pages that include a partial share its fragments', () => {
  const templates = templatesOf('liquid', create())
  const [ofPage, ofBoth] = ['page', 'both'].map((name) => fragmentsOf(templates.load(folder.file(`${name}.liquid`)).render(locals())).at(-1))
  expect(ofPage).toBe(ofBoth)
})

test('a page without promises is rendered synchronously', () => {
  const rendered = templatesOf('liquid', create()).load(folder.file('page.liquid')).render(locals())
  expect(rendered).toBeInstanceOf(Rendered)
})

describe('a Rendered', () => {
  const fragment = new StaticFragment(text)
  const body = () => new Rendered(['<b>', fragment, '</b>'])

  test('keeps its fragments where it is printed unchanged', () => {
    const rendered = write('a{{ body }}b{% if body %}{% echo body %}{% endif %}{{ body | raw }}').render({ body: body() })
    expect(fragmentsOf(rendered)).toEqual([fragment, fragment, fragment])
    expect(rendered.toString()).toBe(`a<b>${text}</b>b<b>${text}</b><b>${text}</b>`)
  })

  test('is text where it is escaped, filtered or captured', () => {
    const page = '{{ body | escape }}{{ body | append: "x" }}{% capture c %}{{ body }}{% endcapture %}{{ c }}'
    const rendered = write(page).render({ body: body() })
    expect(rendered.toString()).toBe(write(page).render({ body: body().toString() }).toString())
  })
})
