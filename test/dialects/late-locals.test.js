'use strict'

const fs = require('node:fs')
const { Readable } = require('node:stream')
const { setTimeout: later } = require('node:timers/promises')
const express = require('express')
const expressHandlebars = require('express-handlebars')
const Handlebars = require('handlebars')
const hbs = require('hbs')
const mustache = require('mustache')
const nunjucks = require('nunjucks')
const { Liquid } = require('liquidjs')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { partsOf } = require('../support/streamed')
const { viewFolder } = require('../support/view-folder')

const { createRenderer, html } = bufferedRender

/**
 * What a template may do with a local that is not there yet, beside printing it. The page
 * is to be that of the engine for the local itself; `values` are what promises give.
 */
const EVIL = '"-alert(1)-"\'</script><img src=x onerror=alert(1)>&'
const upper = (value) => String(value).toUpperCase()
const stripped = (value) => String(value).replace(/<[^>]*>/g, '')
const safeUrl = (value) => /^\s*javascript:/i.test(value) ? '#' : value
const strict = (value) => typeof value === 'string' ? value.replace(/</g, '(') : value
const functions = { upper, stripped, safeUrl, strict, json: JSON.stringify, enc: encodeURIComponent, cut: (value) => String(value).slice(0, 4), is: (a, b) => a == b ? 'yes' : 'no' } // eslint-disable-line eqeqeq

const values = () => ({
  evil: EVIL, url: 'javascript:alert(1)', word: 'tea', user: { name: 'Zoë', number: 7, value: 'v' }, list: ['a', '<b>'], no: false, nothing: null, empty: '', none: [], n: 5, at: new Date(0), key: 'k'
})
const plain = { title: 'Tea', labels: { k: 'label' }, ...functions }

const CASES = {
  hbs: [
    '{{upper word}}', '{{{json evil}}}', '{{{stripped evil}}}', '<a href="{{safeUrl url}}">', '{{{strict evil}}}', '{{enc evil}}', '{{cut evil}}', '{{is word "tea"}}',
    '{{#if no}}a{{else}}b{{/if}}', '{{#unless no}}a{{/unless}}', '{{#if nothing}}a{{/if}}', '{{#if empty}}a{{else}}b{{/if}}', '{{#if none}}a{{else}}b{{/if}}', '{{#if word}}a{{/if}}',
    '{{user.name}}', '{{user.number}}', '{{user.value}}', '{{#with user}}{{name}}{{/with}}', '{{#each list}}[{{this}}]{{/each}}', '{{#list}}[{{.}}]{{/list}}', '{{list.length}}', '{{list.[0]}}',
    '{{lookup labels key}}', '{{#evil}}{{.}}{{/evil}}', '{{^none}}none{{/none}}', '{{#wrap}}{{evil}}{{/wrap}}', '{{#each labels}}{{../evil}}{{/each}}', '{{#if title}}{{{evil}}}{{/if}}', '{{evil}}{{{evil}}}', '{{{n}}}{{{n}}}', '{{at}}', '  {{> part}}', '{{> part evil=word}}', '{{#with labels}}{{> part evil=../evil}}{{/with}}'
  ],
  njk: [
    '{{ word | upper }}', '{{ evil | dump | safe }}', '{{ stripped(evil) | safe }}', '<a href="{{ safeUrl(url) }}">', '{{ strict(evil) | safe }}', '{{ evil | urlencode }}', '{{ evil | truncate(5) }}', '{{ "y" if word == "tea" else "n" }}',
    '{% if no %}a{% else %}b{% endif %}', '{% if not no %}a{% endif %}', '{{ nothing or "x" }}', '{{ no and "x" }}', '{{ empty | default("D", true) }}', '{{ nothing | default("D", true) }}', '{% if word %}a{% endif %}',
    '{{ user.name }}', '{{ user["number"] }}', '{{ user.value }}', '{% for each in list %}[{{ each }}]{% endfor %}', '{{ list | length }}', '{{ list[0] }}', '{{ list | join(",") }}', '{{ n + 1 }}', '{{ n | int }}', '{{ labels[key] }}',
    '{% set y %}{{ evil }}{% endset %}{{ y }}', '{% set y = evil %}{{ y }}{{ y | safe }}', '{% filter upper %}{{ word }}{% endfilter %}', '{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(evil) }}{{ m(word) | upper }}', '{{ evil | escape }}', '{{ evil | escape | forceescape }}', '{{ evil | replace("<", "(") | safe }}', '{{ word | title | center(9) }}', '{{ word ~ evil }}', '{{ [word, evil] }}', '{{ at }}', '{{ evil }}{{ evil | safe }}', '{% include "part.njk" %}', '{% if word is string %}s{% endif %}', '{{ word is defined }}', '{% switch word %}{% case "tea" %}t{% default %}d{% endswitch %}'
  ],
  mustache: [
    '{{#no}}a{{/no}}{{^no}}b{{/no}}', '{{^nothing}}n{{/nothing}}', '{{#list}}[{{.}}]{{/list}}', '{{user.name}}', '{{user.number}}', '{{#user}}{{name}}{{/user}}', '{{#word}}{{.}}{{/word}}', '{{#loud}}{{word}}{{/loud}}', '{{evil}}{{{evil}}}{{&evil}}', '{{none.length}}', '  {{> part}}'
  ],
  liquid: ['{{ word | upcase }}', '{{ user.name }}', '{% if no %}a{% else %}b{% endif %}', '{% for each in list %}{{ each }}{% endfor %}', '{{ evil | json }}', '{{ evil | escape }}', '{{ evil | url_encode }}', '{{ list | size }}'],
  eta: [
    '<%= it.upper(it.word) %>', '<%~ it.json(it.evil) %>', '<%~ JSON.stringify({ a: it.evil }) %>', '<%~ it.stripped(it.evil) %>', '<a href="<%= it.safeUrl(it.url) %>">', '<%= it.enc(it.evil) %>', '<%= it.cut(it.evil) %>', '<%= it.is(it.word, "tea") %>',
    '<%= it.user.name %>', '<%= it.user.number %>', '<% it.list.forEach((each) => { %>[<%= each %>]<% }) %>', '<%= it.list.length %>', '<% for (const each of it.list) { %>[<%= each %>]<% } %>', '<%= it.labels[it.key] %>', '<%= "a" + it.word %>', '<%= `a$' + '{it.word}` %>', '<%= it.evil %><%~ it.evil %>', '<%~ include("./part", it) %>', '<%~ include("./part", it).toUpperCase() %>'
  ],
  pug: [
    '= upper(word)', '!= json(evil)', '!= JSON.stringify({ a: evil })', '!= stripped(evil)', 'a(href=safeUrl(url))', '!= strict(evil)', 'a(href="/" + enc(evil))', '= is(word, "tea")', 'if no\n  | a\nelse\n  | b', 'if nothing\n  | a', '= nothing || "x"', 'unless no\n  | a',
    '= user.name', '= user.number', 'each one in list\n  | [#{one}]', '= list.length', '= n + 1', '= labels[key]', 'a(href=evil)', 'a(href!=evil)', 'a(class=word)', 'a(class=[word, "x"])', 'a(class={ a: no })', 'a(style=user)', 'a(data-o=user)', 'a(data-o=list)', 'a(data-o=at)', 'input(checked=no)', 'input(checked=word)', 'a(href=nothing)', 'a&attributes(user)', 'mixin m(x)\n  b= x\n+m(evil)', 'case word\n  when "tea"\n    | t\n  default\n    | d', 'p= evil\np!= evil', 'p #{evil} !{evil}', 'include part.pug'
  ]
}
const PARTS = { 'part.hbs': 'a\n{{{evil}}}\n{{word}}\n', 'part.njk': '({{ evil }}{{ word | upper }})', 'part.mustache': 'a\n{{{evil}}}\n', 'part.eta': '(<%= it.evil %>)', 'part.pug': 'p= evil' }

let folder
const engines = {}
const write = (name, source) => fs.writeFileSync(folder.file(name), source)
const viewOf = (extension, index) => `v${index}.${extension}`

beforeAll(() => {
  const views = Object.entries(CASES).flatMap(([extension, sources]) => sources.map((source, index) => [viewOf(extension, index), source]))
  folder = viewFolder({ ...Object.fromEntries(views), ...PARTS })
  engines.hbs = Handlebars.create()
  engines.hbs.registerHelper(Object.fromEntries(Object.entries(functions).map(([name, fn]) => [name, (...args) => fn(...args.slice(0, -1))])))
  engines.hbs.registerHelper('wrap', function (options) { return new Handlebars.SafeString(`<i>${stripped(options.fn(this))}</i>`) })
  engines.hbs.registerPartial('part', PARTS['part.hbs'])
  engines.njk = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder.file('')))
  engines.mustache = mustache
  engines.liquid = new Liquid({ root: [folder.file('')] })
})
afterAll(() => folder.remove())

const extra = { mustache: { loud: () => (text, render) => upper(render(text)) } }
const rendererOf = (extension, engineOptions) => createRenderer({ views: folder.file(''), extension, engineOptions, engines: engines[extension] ? { [extension]: engines[extension] } : undefined })
const thereFor = (extension) => ({ ...plain, ...extra[extension], ...values() })
const promised = (extension, delay) => {
  const late = Object.entries(values()).map(([name, value]) => [name, delay === undefined ? Promise.resolve(value) : later(delay, value)])
  return { ...plain, ...extra[extension], ...Object.fromEntries(late) }
}

async function streamed (renderer, view, locals) {
  const template = renderer.load(view)
  return (await partsOf(renderer.viewUnderway(() => template, { ...locals }, locals))).join('')
}

const cases = Object.entries(CASES).flatMap(([extension, sources]) => sources.map((source, index) => ({ extension, source, view: viewOf(extension, index) })))
describe('a page of promises is that of what they give', () => {
  test.each(cases)('$extension: $source', async ({ extension, view }) => {
    const renderer = rendererOf(extension)
    const expected = String(await renderer.render(view, thereFor(extension)))
    expect(String(await renderer.render(view, promised(extension)))).toBe(expected)
    expect(await streamed(renderer, view, promised(extension))).toBe(expected)
    expect(await streamed(renderer, view, promised(extension, 5))).toBe(expected)
  })
})

/** What a template may do with text that it has caught, beside printing it once. */
const CAUGHT = {
  liquid: [
    '{% capture c %}<{{ p }}>{% endcapture %}{{ c }}{{ c | size }}', '{% capture c %}{{ p }}{% endcapture %}{% if c == "tea" %}is{% endif %}{{ c }}', '{% capture c %}{{ p }}{% endcapture %}{{ c | slice: 0 }}{{ c }}',
    '{% capture c %}{{ p }}{% endcapture %}{% if c.size > 3 %}long{% endif %}{{ c }}{{ c }}', '{{ word }}{% capture c %}{{ word }}{{ p }}{% endcapture %}{{ c | upcase }}', '{% render "caught.liquid", s: p %}', '{% capture a %}{% capture b %}{{ p }}{% endcapture %}{{ b }}{{ b | size }}{% endcapture %}{{ a }}{{ a | size }}'
  ],
  njk: ['{% set c %}{{ p }}{% endset %}{{ c }}{{ c.length }}', '{% set c = p ~ "" %}{{ c }}{{ c == "tea" }}', '{% macro m(x) %}{{ x }}{% endmacro %}{% set c = m(p) %}{{ c }}{{ c | length }}'],
  hbs: ['{{#wrap}}{{p}}{{/wrap}}{{p}}'],
  mustache: ['{{#loud}}{{p}}{{/loud}}']
}
const caught = Object.entries(CAUGHT).flatMap(([extension, sources]) => sources.map((source, index) => ({ extension, source, view: `caught${index}` })))

describe('a page that catches text has all of it', () => {
  test.each(caught)('$extension: $source', async ({ extension, source, view }) => {
    write(`${view}.${extension}`, source)
    write('caught.liquid', '{% capture c %}{{ s }}{% endcapture %}{{ c }}{{ c | size }}')
    const renderer = rendererOf(extension)
    const localsWith = (p, word) => ({ ...plain, ...extra[extension], p, word })
    const expected = String(await renderer.render(view, localsWith('tea', 'a')))
    const lates = [() => Promise.resolve('tea'), () => (async function * () { yield * ['t', later(2, 'e'), 'a'] })(), () => html`t${later(2, 'ea')}`]
    for (const late of lates) {
      // An iterable can be on a page once.
      const make = () => localsWith(source.split('{{p}}').length > 2 ? Promise.resolve('tea') : late(), extension === 'liquid' ? later(1, 'a') : 'a')
      expect(String(await renderer.render(view, make()))).toBe(expected)
      expect(await streamed(renderer, view, make())).toBe(expected)
    }
  })
})

describe('a local that is looked into', () => {
  test.each(['hbs', 'njk', 'mustache', 'pug', 'eta'])('is an error if it rejects for no reason: .%s', async (extension) => {
    const view = viewOf(extension, CASES[extension].findIndex((source) => /user/.test(source)))
    for (const reason of [undefined, null, false]) {
      const locals = { ...thereFor(extension), user: Promise.reject(reason) }
      await expect(rendererOf(extension).render(view, locals)).rejects.toThrow(`What a page waits for has failed with ${reason}`)
    }
  })

  test.each(['hbs', 'njk', 'mustache', 'eta', 'pug', 'liquid'])('is waited for before anything is sent, and fails before anything is sent: .%s', async (extension) => {
    const view = viewOf(extension, CASES[extension].findIndex((source) => /user/.test(source)))
    const renderer = rendererOf(extension)
    const user = later(5).then(() => { throw new Error('no user') })
    const locals = { ...thereFor(extension), user }
    const underway = renderer.viewUnderway(() => renderer.load(view), { ...locals }, locals)
    await expect(underway.next()).rejects.toThrow('no user')
  })

  test.each(['hbs', 'njk', 'eta', 'pug', 'liquid'])('is what it is if it is a stream that is not printed: .%s', async (extension) => {
    const sources = { hbs: '{{file.path}}', njk: '{{ file.path }}', eta: '<%= it.file.path %>', pug: '= file.path', liquid: '{{ file.path }}' }
    write(`stream.${extension}`, sources[extension])
    const file = Object.assign(new Readable({ read () {} }), { path: 'a.txt' })
    const rendered = await rendererOf(extension).render('stream', { file })
    expect(String(rendered)).toBe('a.txt')
    file.destroy()
  })

  test('is the promise that it is to who knows that', async () => {
    write('then.eta', '<%= typeof it.word.then %><%= it.word %>')
    expect(String(await rendererOf('eta').render('then', promised('eta')))).toBe('function[object Promise]')
  })

  test.each(['hbs', 'njk', 'eta', 'pug', 'liquid', 'mustache', 'ejs'])('is what it is if it is the request: .%s', async (extension) => {
    const sources = { hbs: '{{req.url}}{{#if req}}!{{/if}}', njk: '{{ req.url }}{% if req %}!{% endif %}', eta: '<%= it.req.url %><% if (it.req) { %>!<% } %>', pug: '= req.url\nif req\n  | !', liquid: '{{ req.url }}{% if req %}!{% endif %}', mustache: '{{req.url}}{{#req}}!{{/req}}', ejs: '<%= req.url %><% if (req) { %>!<% } %>' }
    write(`req.${extension}`, sources[extension])
    const req = Object.assign(new Readable({ read () {} }), { method: 'GET', url: '/tea', headers: {} })
    const renderer = rendererOf(extension)
    expect(String(await renderer.render('req', { req })).replace('&#x2F;', '/')).toBe('/tea!')
    expect((await streamed(renderer, 'req', { req })).replace('&#x2F;', '/')).toBe('/tea!')
    expect(req.destroyed).toBe(false)
  })
})

describe('the text that stands for a local', () => {
  test('is none that a later page knows', async () => {
    const kept = []
    engines.hbs.registerHelper('keep', (value) => { kept.push(`${value}`); return value })
    engines.hbs.registerHelper('cached', function (options) { kept.push(options.fn(this)); return kept.at(-1) })
    write('keeps.hbs', '{{{keep word}}}{{#cached}}{{{evil}}}{{/cached}}')
    const renderer = rendererOf('hbs')
    expect(String(await renderer.render('keeps', promised('hbs')))).toBe(`tea${EVIL}`)
    expect(new Set(kept)).toEqual(new Set(['tea', EVIL]))
  })

  test('is found with escape functions of the app', async () => {
    for (const escape of [(text) => String(text).replace(/</g, '&#60;'), (text) => String(text).replace(/"/g, ''), JSON.stringify, String]) {
      const renderer = createRenderer({ views: folder.file(''), extension: 'mustache', engineOptions: { escape } })
      write('own.mustache', '[{{evil}}][{{{evil}}}]')
      const expected = String(await renderer.render('own', { evil: EVIL }))
      expect(String(await renderer.render('own', { evil: later(1, EVIL) }))).toBe(expected)
    }
  })
})

describe('with layouts', () => {
  const source = '[{{word}}]{{#if no}}yes{{else}}no{{/if}}[{{user.name}}][{{{evil}}}]'
  const layout = '<main>{{key}}{{{body}}}</main>'

  test.each(['express-handlebars', 'hbs'])('%s waits for what is looked into', async (name) => {
    const engine = name === 'hbs' ? hbs.create().__express : expressHandlebars.engine({ extname: 'hbs' })
    write('page.hbs', source)
    write('layout.hbs', layout)
    fs.mkdirSync(folder.file('layouts'), { recursive: true })
    write('layouts/main.hbs', layout)
    const app = express().engine('hbs', engine).set('view engine', 'hbs').set('views', folder.file('.')).use(bufferedRender({ compress: false }))
    app.get('/there', (req, res) => res.render('page', thereFor('hbs')))
    app.get('/late', (req, res) => res.render('page', promised('hbs', 5)))
    app.get('/streamed', (req, res) => res.renderStream('page', promised('hbs', 5)))
    const [there, ...others] = await Promise.all(['/there', '/late', '/streamed'].map((path) => exchange(app, { path })))
    expect(there.body.toString()).toContain('no[Zoë]')
    expect(others.map(({ body }) => body.toString())).toEqual([there.body.toString(), there.body.toString()])
  })
})

describe('an escape function of EJS', () => {
  const engineOptions = { async: true, escape: (text) => String(text).replaceAll('<', '(') }

  test('gets what a promise gives', async () => {
    write('escapes.ejs', '[<%= evil %>][<%= await evil %>][<%- await evil %>]')
    const there = EVIL.replaceAll('<', '(')
    expect(String(await rendererOf('ejs', engineOptions).render('escapes', { evil: later(1, EVIL) }))).toBe(`[${there}][${there}][${EVIL}]`)
  })

  test('gets no page that is in the place of what has failed', async () => {
    write('escapes-failing.ejs', '[<%= await evil %>]')
    const renderer = rendererOf('ejs', engineOptions)
    const underway = renderer.viewUnderway(() => renderer.load('escapes-failing'), { evil: Promise.reject(new Error('gone')) }, {}, { onError: () => html`<i>gone</i>` })
    expect((await partsOf(underway)).join('')).toBe('[<i>gone</i>]')
  })
})

describe('what can be read once', () => {
  const once = {
    generator: () => (async function * () { yield 'a' })(),
    stream: () => Readable.from(['a']),
    'stream of the web': () => Readable.toWeb(Readable.from(['a']))
  }

  test.each(Object.keys(once))('is an error in two places: a %s', async (kind) => {
    const value = once[kind]()
    await expect((async () => html`${value}${value}`)()).rejects.toThrow('can be in one place of a page')
  })

  test('may be in several places if it can be read again', async () => {
    const values = { async * [Symbol.asyncIterator] () { yield 'a' } }
    expect(String(await html`${values}${values}`)).toBe('aa')
  })
})

test('a page that waits is no string', () => {
  const page = html`${later(1)}`
  expect(() => `${page}`).toThrow('await the page before')
  expect(() => JSON.stringify({ page })).toThrow('await the page before')
})
