'use strict'

const { nunjucks: long } = require('../corpus/long')
const { fragmentsOf, shareOf } = require('../support/fragments-of')
const { byEngine, createEnv, renderView } = require('./languages/nunjucks-sides')

const site = {
  'base.njk': `<!doctype html><html><head>${long('head')}{% block head %}{% endblock %}</head><body>${long('nav').repeat(6)}{% block body %}${long('default')}{% endblock %}{% include "footer.njk" %}${long('end')}</body></html>`,
  'section.njk': `{% extends "base.njk" %}{% block body %}<main>${long('main').repeat(3)}{% block content %}${long('content')}{% endblock %}</main>{% endblock %}`,
  'footer.njk': `<footer>${long('footer').repeat(2)}{{ year }}</footer>`
}
const page = `{% extends "section.njk" %}{% block head %}<title>{{ title }}</title>{% endblock %}{% block content %}<h1>{{ title }}</h1>${long('own')}{% for item in items %}<li>{{ item }}</li>{% endfor %}{% endblock %}`
const locals = () => ({ title: 'T & t', year: 2000, items: [1, 2] })

test.each([{}, { options: { autoescape: false } }, { options: { throwOnUndefined: true } }, { loader: 'async' }, { loader: 'uncached' }])('at least 95 % of a layout and its includes is in fragments: %j', async (setting) => {
  const { env } = createEnv({ page, files: site }, setting)
  for (let i = 0; i < 2; i++) {
    const rendered = await renderView(env, 'page.njk', locals())
    expect(rendered.toString()).toBe(await byEngine(env, locals()))
    expect(shareOf(rendered)).toBeGreaterThan(0.95)
    expect(rendered.chunks.length).toBeLessThan(24)
    expect(rendered.chunks.some((chunk, i, { [i - 1]: before }) => typeof chunk === 'string' && typeof before === 'string')).toBe(false)
  }
})

test('a page without asynchronous parts renders synchronously', () => {
  const { env } = createEnv({ page, files: site })
  expect(renderView(env, 'page.njk', locals())).not.toBeInstanceOf(Promise)
})

test('each render uses the same fragments, even without a cache', () => {
  const { env } = createEnv({ page, files: site }, { loader: 'uncached' })
  const [one, two] = [0, 1].map(() => fragmentsOf(renderView(env, 'page.njk', locals())))
  expect(one.length).toBeGreaterThan(5)
  two.forEach((fragment, i) => expect(fragment).toBe(one[i]))
})

test('concurrent renders do not mix', async () => {
  const source = `${long()}{{ x | later }}${long()}{% include "part.njk" %}`
  const setup = (env) => env.addFilter('later', (value, callback) => setTimeout(callback, 5 - value, null, value), true)
  const { env } = createEnv({ page: source, files: { 'part.njk': `${long()}{{ x | later }}` }, setup })
  const pages = await Promise.all([1, 2, 3, 4].map((x) => renderView(env, 'page.njk', { x })))
  expect(pages.map(String)).toEqual([1, 2, 3, 4].map((x) => `${long()}${x}${long()}${long()}${x}`))
})

test('a Rendered in the locals is printed as its text', async () => {
  const source = `${long()}{{ body }}{{ body | safe }}{{ body | length }}`
  const { env } = createEnv({ page: source })
  const body = await renderView(createEnv({ page: `<b>${long()}` }).env, 'page.njk', {})
  expect(String(renderView(env, 'page.njk', { body }))).toBe(await byEngine(env, { body }))
})
