'use strict'

const { setTimeout: later } = require('node:timers/promises')
const nunjucks = require('nunjucks')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { AsyncLoader, FilesLoader, byEngine: engineOf, viewOf } = require('./languages/nunjucks-sides')
const { partsOf, streamedText } = require('../support/streamed')

/** Templates with asynchronous filters, loops, tags and files. */
const FILES = {
  'plain.njk': '[part]',
  'failing.njk': '\n{{ fails() }}',
  'looks.njk': '({% if user %}hi {{ user.name }}{% endif %})',
  'waits.njk': '[{{ 1 | slow }}]',
  'both.njk': '[{{ 1 | slow }}{% if user %}y{% endif %}]',
  'macros.njk': '{% macro show(a) %}<{{ a }}{% if user %}{{ user.name }}{% endif %}>{% endmacro %}{% macro loud(a) %}<{% if a %}{{ a | upper }}{% endif %}>{% endmacro %}',
  'exports.njk': '{% if no %}{% set v = "a" %}{% else %}{% set v = "b" %}{% endif %}',
  'waiting-layout.njk': 'L{{ 1 | slow }}{% block a %}own{% if no %}N{% endif %}{% endblock %}{% if user %}{{ user.name }}{% endif %}E',
  'layout.njk': 'L{% block a %}{% endblock %}{% if user %}{{ user.name }}{% endif %}E'
}

const CASES = [
  'a {{ q | slow }}{% if user %}hi {{ user.name }}{% endif %}',
  'a {{ 1 | slow }}{{ p | upper }}',
  'a {{ q | slow }}{{ user.name }}{{ p }}',
  'a {{ q | promised }}{% if user %}hi{% endif %}{{ p }}',
  'a {{ q | caught }}{% if user %}hi{% endif %}{{ p }}',
  'a {{ q | awaited }}{% if user %}hi{% endif %}{{ p }}',
  'a {{ q | now }}{% if user %}hi{% endif %}{{ p }}',
  'a {{ q | slow }}{% include "looks.njk" %}',
  'a {% include "waits.njk" %}{% if no %}a{% else %}b{% endif %}',
  'a {% include "both.njk" %}{{ p }}',
  'a {% include "plain.njk" %}{% include "waits.njk" %}{% include "looks.njk" %}',
  'a {{ q | slow }}{% asyncEach x in [1, 2] %}{{ x }}{% include "looks.njk" %}{% include "plain.njk" %}{% endeach %}{{ p }}',
  'a {% import "macros.njk" as m with context %}{{ q | slow }}{{ m.show(p) }}',
  'a {% import "macros.njk" as m with context %}{{ m.show(1) }}',
  'a {{ 1 | slow }}{% import "macros.njk" as m %}{{ m.loud(p) }}',
  'a {{ 1 | slow }}{% import "macros.njk" as m with context %}{{ m.show(1) }}',
  'a {% from "exports.njk" import v with context %}{{ v }}',
  'a {{ 1 | slow }}{% from "exports.njk" import v with context %}{{ v }}',
  '{% extends "waiting-layout.njk" %}',
  '{% extends "waiting-layout.njk" %}{% block a %}{{ super() }}{% if user %}c{{ p | upper }}{% endif %}{% endblock %}',
  '{% extends "layout.njk" %}{% block a %}{{ q | slow }}{% if no %}{% else %}b{% endif %}{% endblock %}',
  '{% extends "layout.njk" %}{% block a %}{{ q | slow }}{% endblock %}',
  'a {{ q | slow }}{% block b %}{% if user %}u{% endif %}{% endblock %}',
  'a {% macro m(x) %}<{{ x }}{% if user %}U{% endif %}>{% endmacro %}{{ q | slow }}{{ m(p) }}',
  'a {% macro m() %}<{{ caller() }}>{% endmacro %}{{ q | slow }}{% call m() %}x{% if user %}y{% endif %}{% endcall %}',
  'a {{ q | slow }}{% for x in list %}[{{ x }}]{% endfor %}',
  'a {{ q | slow }}{% asyncEach x in list %}[{{ x | slow }}{{ p | upper }}]{% endeach %}',
  'a {{ q | slow }}{% asyncAll x in list %}[{{ x | slow }}{{ p | upper }}]{% endall %}',
  'a {% asyncEach x in list %}[{{ x | slow }}]{% endeach %}{% if no %}{% else %}b{% endif %}',
  'a {% asyncAll x in list %}[{{ x | slow }}{% if user %}U{% endif %}]{% endall %}',
  'a {% for x in [1, 2] %}{{ x | slow }}{% if user %}u{% endif %}{% endfor %}',
  'a {{ q | slow }}{% if user %}{{ 1 | slow }}{% if no %}{% else %}b{% endif %}{% endif %}{{ p | length }}',
  'a {% set y = user %}{{ q | slow }}{% if y %}{{ y.name }}{% endif %}',
  'a {{ q | slow }}{% set y = p %}{{ y }}{{ y | upper }}',
  'a {{ q | slow }}{% filter upper %}a{{ p }}{% endfilter %}',
  'a {{ q | slow }}{% set y %}a{% if no %}{% else %}b{% endif %}{{ p }}{% endset %}{{ y | upper }}',
  'a {{ q | slow }}{% switch p %}{% case "tea" %}t{% default %}d{% endswitch %}',
  'a {{ q | slow }}{{ loud(p) }}{{ p is string }}',
  'a {{ q | slow }}{% if words %}{{ words }}{% endif %}',
  'a {% wrap %}{{ p }}{% if user %}u{% endif %}{% endwrap %}{% if no %}{% else %}b{% endif %}'
]

/** A tag with asynchronous output. */
const wrap = {
  tags: ['wrap'],
  parse (parser, nodes) {
    const token = parser.nextToken()
    parser.advanceAfterBlockEnd(token.value)
    const body = parser.parseUntilBlocks('endwrap')
    parser.advanceAfterBlockEnd()
    return new nodes.CallExtensionAsync(this, 'run', new nodes.NodeList(), [body])
  },
  run (context, body, callback) {
    body((error, text) => { setTimeout(callback, 1, error, text && new nunjucks.runtime.SafeString(`<${text}>`)) })
  }
}

function environmentOf (loader) {
  const env = new nunjucks.Environment(loader)
  env.addFilter('slow', (value, callback) => { setTimeout(callback, 2, null, value) }, true)
  env.addFilter('promised', (value, callback) => { later(2, value).then((given) => callback(null, given), callback) }, true)
  env.addFilter('caught', (value, callback) => { later(2, value).then((given) => callback(null, given)).catch(callback) }, true)
  env.addFilter('awaited', async (value, callback) => callback(null, await later(2, value)), true)
  env.addFilter('now', (value, callback) => callback(null, value), true)
  env.addExtension('wrap', wrap)
  return env
}

/** Creates an environment with the page and the files. */
const envOf = (page, Loader = FilesLoader) => environmentOf(new Loader({ ...FILES, 'page.njk': page }))

const locals = () => ({
  q: 1,
  which: 'looks.njk',
  loud: (text) => text.toUpperCase(),
  fails: () => { throw new Error('failed') },
  user: { name: '<Zoë>' },
  p: 'tea',
  no: false,
  list: ['a', '<b>'],
  words: 'x<y'
})

const byEngine = (env) => engineOf(env, locals())
const templateOf = (env) => viewOf(env, 'page.njk')
const rendered = async (env) => String(await templateOf(env).render(locals()))
const streamed = (env) => streamedText(templateOf(env), locals())

describe.each([
  { loader: 'that finds at once', Loader: FilesLoader },
  { loader: 'that finds later', Loader: AsyncLoader }
])('with the loader $loader, pages are the same as in Nunjucks', ({ Loader }) => {
  test.each(CASES)('%s', async (page) => {
    const expected = await byEngine(envOf(page, Loader))
    expect(await rendered(envOf(page, Loader))).toBe(expected)
    expect(await streamed(envOf(page, Loader))).toBe(expected)
  })
})

test('an asynchronous page is streamed in one part', async () => {
  const streamingRender = new StreamingRender()
  templateOf(envOf('a {{ q | slow }} {{ p }}')).stream(locals(), streamingRender)
  expect(await partsOf(streamingRender)).toEqual(['a 1 tea'])
})

describe('an error that is thrown after a wait goes where Nunjucks sends it', () => {
  const messageOf = (render) => render.then(String, ({ message }) => message)

  test.each(['a {{ q | caught }}{{ fails() }}', 'a {{ q | caught }}{{ o.x.y() }}', '{% extends "layout.njk" %}{% block a %}{{ q | caught }}{{ fails() }}{% endblock %}', 'a {{ q | caught }}{% include "failing.njk" %}'])('to a filter that catches it: %s', async (page) => {
    const expected = await messageOf(byEngine(envOf(page)))
    expect(expected).toContain('Error: ')
    expect(await messageOf(rendered(envOf(page)))).toBe(expected)
    expect(await messageOf(streamed(envOf(page)))).toBe(expected)
  })

  test('to a synchronous caller of the callback', async () => {
    const seen = []
    const make = (page) => {
      const env = envOf(page)
      env.addFilter('seeing', (value, callback) => {
        try {
          callback(null, value)
        } catch (error) {
          seen.push(error.message)
          throw error
        }
      }, true)
      return env
    }
    const page = 'a {{ q | seeing }}{{ fails() }}'
    expect(await messageOf(rendered(make(page)))).toBe(await messageOf(byEngine(make(page))))
    expect(seen).toEqual(['failed', 'failed'])
  })

  test('to a timer that calls back', async () => {
    const page = 'a {{ q | timed }}{{ fails() }}'
    const thrownBy = (render) => new Promise((resolve) => {
      const env = envOf(page)
      env.addFilter('timed', (value, callback) => setTimeout(() => { try { callback(null, value) } catch (error) { resolve(error.message) } }, 2), true)
      render(env).then(resolve, resolve)
    })
    expect(await thrownBy(byEngine)).toBe('failed')
    expect(await thrownBy(rendered)).toBe('failed')
  })
})
