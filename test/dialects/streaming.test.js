'use strict'

const { setImmediate: turn } = require('node:timers/promises')
const nunjucks = require('nunjucks')
const { createRenderer, html } = require('../..')
const { partsOf: allOf } = require('../support/streamed')
const { viewFolder } = require('../support/view-folder')

/** What stands before and behind each value shows where it was put. */
const VIEWS = {
  'page.ejs': '<h1><%= title %></h1>[<%= soon %>][<%- raw %>][<%= many %>][<%- page %>]<%- include("part") %>',
  'part.ejs': '(<%= soon %>)',
  'page.eta': '<h1><%= it.title %></h1>[<%= it.soon %>][<%~ it.raw %>][<%= it.many %>][<%~ it.page %>]<%~ include("./part", it) %>',
  'part.eta': '(<%= it.soon %>)',
  'page.mustache': '<h1>{{title}}</h1>[{{soon}}][{{{raw}}}][{{many}}][{{& page}}]{{> part}}',
  'part.mustache': '({{soon}})',
  'page.njk': '<h1>{{ title }}</h1>[{{ soon }}][{{ raw | safe }}][{{ many }}][{{ page | safe }}]{% include "part.njk" %}',
  'part.njk': '({{ soon }})',
  'page.liquid': '<h1>{{ title | escape }}</h1>[{{ soon | escape }}][{{ raw }}][{{ many | escape }}][{{ page }}]{% render "part", soon: soon %}',
  'part.liquid': '({{ soon | escape }})',
  'page.hbs': '<h1>{{title}}</h1>[{{soon}}][{{{raw}}}][{{many}}][{{{page}}}]{{> part}}',
  'page.pug': 'h1= title\n|[#{soon}][!{raw}][#{many}][!{page}]\ninclude part.pug',
  'part.pug': '| (#{soon})',
  'waits.ejs': '<h1><%= title %></h1><p><%= await soon %></p><% const text = await raw %><b><%- text %></b><% for await (const each of many) { %><i><%= each %></i><% } %><%- await include("part", { soon: "x" }) %>',
  'waits.eta': '<h1><%= it.title %></h1><p><%= await it.soon %></p><% const text = await it.raw %><b><%~ text %></b><% for (const each of await it.list) { %><i><%= each %></i><% } %>',
  'waits.liquid': '<h1>{{ title }}</h1><p>{{ soon }}</p>{% if raw %}<b>{{ raw }}</b>{% endif %}{% for each in list %}<i>{{ each }}</i>{% endfor %}',
  'layout.eta': '<main><%~ it.body %></main>',
  'laid-out.eta': '<% layout("./layout") %><p><%= await it.soon %></p>',
  'layout.njk': '<main>{{ 5 | wait }}{% block body %}{% endblock %}</main>',
  'rows.njk': '({{ 10 | wait }})',
  'waits.njk': '{% extends "layout.njk" %}{% block body %}<p>{{ 20 | wait }}</p>{% asyncEach each in [11, 12] %}<i>{{ each | wait }}</i>{% endeach %}{% include "rows.njk" %}{% asyncAll each in [31, 21] %}<b>{{ each | wait }}</b>{% endall %}{{ soon }}{% endblock %}',
  'captured.liquid': '{% capture text %}<p>{{ soon }}</p>{% endcapture %}a{{ text }}b',
  'fails.ejs': '<p><%= await failing %></p><b><%- await failing %></b><%= title %>',
  'fails-elsewhere.ejs': '<p>a</p><%= await later %><% await failing %>',
  'fails.eta': '<p><%= await it.failing %></p><b><%~ await it.failing %></b><%= it.title %>',
  'fails-elsewhere.eta': '<p>a</p><%= await it.later %><% await it.failing %>',
  'fails.liquid': '<p>{{ failing }}</p>{% if title %}<b>{{ failing | append: "!" }}</b>{% endif %}{{ title }}',
  'fails-elsewhere.liquid': '<p>a</p>{{ later }}{% if failing %}b{% endif %}',
  'fails.njk': '<p>{{ failing | awaited }}</p>{% include "failing.njk" %}{{ title }}',
  'failing.njk': '{% block b %}<b>{{ failing | awaited | safe }}</b>{% endblock %}',
  'fails-elsewhere.njk': '<p>a</p>{{ later | awaited }}{% if failing | awaited %}b{% endif %}',
  'icons.njk': '<i>\ue000</i>{{ many | safe }}{{ soon | awaited | safe }}<b>{{ icon }}</b>',
  'icons.liquid': '<i>\ue000</i>{{ many }}{{ soon }}<b>{{ icon }}</b>',
  'unused.ejs': '<p><%= title %></p>'
}

const INNER = { ejs: '<%- inner %>', eta: '<%~ it.inner %>', hbs: '{{{inner}}}', liquid: '{{ inner }}', mustache: '{{{inner}}}', njk: '{{ inner | safe }}', pug: '| !{inner}' }
for (const [extension, source] of Object.entries(INNER)) VIEWS[`inner.${extension}`] = source

const EXTENSIONS = ['ejs', 'eta', 'hbs', 'liquid', 'mustache', 'njk', 'pug']

const WHOLE = '<h1>Tea &amp; coffee</h1>[&lt;soon&gt;][<raw>][&lt;1&lt;2][<b>&amp;</b>](&lt;soon&gt;)'

/** What one timer sets off is done after so many turns of the event loop. */
const TURNS = 10

const later = (milliseconds, value) => new Promise((resolve) => { setTimeout(resolve, milliseconds, value) })

async function * countTo (n) {
  for (let i = 1; i <= n; i++) {
    await later(10)
    yield `<${i}`
  }
}

const locals = () => ({
  title: 'Tea & coffee',
  soon: later(60, '<soon>'),
  raw: later(90, '<raw>'),
  many: countTo(2),
  page: later(150, html`<b>${'&'}</b>`),
  list: later(120, ['<1', '<2'])
})

/** How the time goes on: from timer to timer, however busy the machine is. */
let clock
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] })
  clock = { runs: true, stopped: undefined }
  clock.stopped = (async () => {
    while (clock.runs) {
      for (let i = 0; i < TURNS; i++) await turn()
      jest.advanceTimersToNextTimer()
    }
  })()
})
afterEach(async () => {
  clock.runs = false
  await clock.stopped
  jest.useRealTimers()
})

let folder
let rendererOf

beforeAll(() => {
  folder = viewFolder(VIEWS)
  const hbs = require('handlebars').create()
  hbs.registerPartial('part', '({{soon}})')
  rendererOf = (extension, engineOptions) => createRenderer({ views: folder.file(''), extension, engineOptions, engines: { hbs } })
})

afterAll(() => folder.remove())

/** Nunjucks waits by filters of the app. */
function rendererOfWaiting () {
  const njk = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder.file('')))
  njk.addFilter('wait', (milliseconds, callback) => { setTimeout(callback, milliseconds, null, milliseconds) }, true)
  njk.addFilter('awaited', (promise, callback) => { promise.then((value) => callback(null, value), callback) }, true)
  return createRenderer({ views: folder.file(''), extension: 'njk', engines: { njk } })
}

/** The parts of a view in the order in which they could be sent. */
async function partsOf (renderer, view, make, how) {
  const template = renderer.load(view)
  const values = make()
  return allOf(renderer.viewUnderway(() => template, { ...values }, values, how))
}

describe.each(EXTENSIONS)('a view in .%s', (extension) => {
  test('prints what its locals give when it comes', async () => {
    const parts = await partsOf(rendererOf(extension), 'page', locals)
    expect(parts[0]).toMatch(/^<h1>Tea &amp; coffee<\/h1>\[$/)
    expect(parts.length).toBeGreaterThanOrEqual(4)
    expect(parts.join('')).toBe(WHOLE)
  })

  test('has the parts of a page as they come', async () => {
    const values = () => ({ inner: html`<b>${countTo(3)}</b>${later(60, '&')}` })
    const [first, ...parts] = await partsOf(rendererOf(extension), 'inner', values)
    expect(first).toBe('<b>')
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('')).toBe('&lt;1&lt;2&lt;3</b>&amp;')
    expect(String(await rendererOf(extension).render('inner', values()))).toBe('<b>&lt;1&lt;2&lt;3</b>&amp;')
  })

  test('prints the same when it is sent whole', async () => {
    const rendered = await rendererOf(extension).render('page', locals())
    expect(rendered.toString()).toBe(WHOLE)
  })

  test('fails as a whole if one fails', async () => {
    const values = { ...locals(), raw: Promise.reject(new Error('no data')) }
    await expect(rendererOf(extension).render('page', values)).rejects.toThrow('no data')
  })

  test.each([undefined])('fails as a whole if one rejects for no reason, by an error', async (reason) => {
    const values = { ...locals(), raw: Promise.reject(reason) }
    await expect(rendererOf(extension).render('page', values)).rejects.toThrow(/undefined/)
  })

  test('prints characters for private use as they are, as those of icons', async () => {
    const icons = () => ({ ...locals(), title: '\ue000', soon: later(10, '\ue000\ue001'), raw: '\uf8ff' })
    const whole = WHOLE.replace('Tea &amp; coffee', '\ue000').replaceAll('&lt;soon&gt;', '\ue000\ue001').replace('<raw>', '\uf8ff')
    expect(String(await rendererOf(extension).render('page', icons()))).toBe(whole)
    expect((await partsOf(rendererOf(extension), 'page', icons)).join('')).toBe(whole)
  })

  test('prints text that looks as if it stood for a value as it is', async () => {
    const printed = String(await rendererOf(extension).render('page', { ...locals(), title: 'a-0' }))
    expect(printed).toBe(WHOLE.replace('Tea &amp; coffee', 'a-0'))
  })
})

describe('a template that waits', () => {
  test.each([
    { view: 'waits', extension: 'ejs', engineOptions: { async: true }, parts: ['<h1>Tea &amp; coffee</h1><p>', '&lt;soon&gt;</p>', '<b><raw></b>', '<i>&lt;1</i>', '<i>&lt;2</i>(x)'] },
    { view: 'waits', extension: 'eta', engineOptions: { async: true }, parts: ['<h1>Tea &amp; coffee</h1><p>', '&lt;soon&gt;</p>', '<b><raw></b>', '<i>&lt;1</i><i>&lt;2</i>'] },
    { view: 'waits', extension: 'liquid', parts: ['<h1>Tea & coffee</h1><p>', '<soon></p>', '<b><raw></b>', '<i><1</i><i><2</i>'] },
    { view: 'laid-out', extension: 'eta', engineOptions: { async: true }, parts: ['<main><p>&lt;soon&gt;</p></main>'] },
    { view: 'captured', extension: 'liquid', parts: ['a<p><soon></p>b'] }
  ])('streams $view in .$extension where that can be', async ({ view, extension, engineOptions, parts }) => {
    const renderer = rendererOf(extension, engineOptions)
    // A loop may end in the same turn as its last value comes, or in the next.
    const joined = (list) => list.join('|').replace(/\|(?=\(x\))/, '')
    expect(joined(await partsOf(renderer, view, locals))).toBe(joined(parts))
    expect(String(await renderer.render(view, locals()))).toBe(parts.join(''))
  })

  test('streams a view in .njk by filters, loops, blocks, files that are included, and locals', async () => {
    const renderer = rendererOfWaiting()
    const values = () => ({ soon: later(100, '<soon>') })
    const parts = ['<main>', '5<p>', '20</p><i>', '11</i><i>', '12</i>(', '10)', '<b>31</b><b>21</b>', '&lt;soon&gt;</main>']
    expect(await partsOf(renderer, 'waits', values)).toEqual(parts)
    expect(String(await renderer.render('waits', values()))).toBe(parts.join(''))
  })

  test.each([
    { view: 'icons.njk', make: rendererOfWaiting },
    { view: 'icons.liquid', make: () => rendererOf('liquid') }
  ])('streams $view with characters for private use', async ({ view, make }) => {
    const values = () => ({ many: countTo(1), soon: later(20, '<'), icon: '\ue000' })
    expect(await partsOf(make(), view, values)).toEqual(['<i>\ue000</i>', '<1', '<<b>\ue000</b>'])
    expect(String(await make().render(view, values()))).toBe('<i>\ue000</i><1<<b>\ue000</b>')
  })

  describe.each([
    { extension: 'ejs', engineOptions: { async: true } },
    { extension: 'eta', engineOptions: { async: true } },
    { extension: 'liquid' },
    { extension: 'njk' }
  ])('in .$extension and fails', ({ extension, engineOptions }) => {
    const parts = (view, values, how) => partsOf(extension === 'njk' ? rendererOfWaiting() : rendererOf(extension, engineOptions), view, values, how)

    test('has another page in that place', async () => {
      const values = () => ({ title: 'on', failing: Promise.reject(new Error('no data')) })
      const heard = []
      const onError = (error) => {
        heard.push(error.message)
        return html`<i>${later(5, 'no data')}</i>`
      }
      expect((await parts('fails', values, { onError })).join('')).toBe('<p><i>no data</i></p><b><i>no data</i></b>on')
      expect(heard).toEqual([expect.stringContaining('no data')])
    })

    test.each(['fails', 'fails-elsewhere'])('tells of it once and ends, without another page: %s', async (view) => {
      const heard = []
      const failing = new Promise((resolve, reject) => { setTimeout(reject, 30, new Error('no data')) })
      const all = parts(view, () => ({ title: 'on', later: later(10, 'b'), failing }), { onError: (error) => { heard.push(error.message) } })
      await expect(all).rejects.toThrow('no data')
      expect(heard).toHaveLength(1)
      expect(heard[0]).toContain('no data')
    })
  })
})

test('a local that fails and is never printed is no error of the process', async () => {
  const parts = await partsOf(rendererOf('ejs'), 'unused', () => ({ title: 'a', unused: Promise.reject(new Error('unused')) }))
  await later(5)
  expect(parts).toEqual(['<p>a</p>'])
})
