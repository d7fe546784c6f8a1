'use strict'

const path = require('node:path')
const { setTimeout: later } = require('node:timers/promises')
const nunjucks = require('nunjucks')
const { read } = require('../corpus/load')
const { StreamingRender } = require('../../lib/streaming/streaming-render')
const { AsyncLoader, FilesLoader, byEngine: engineOf, viewOf } = require('./languages/nunjucks-sides')
const { partsOf, streamedText } = require('../support/streamed')

const { files: FILES, pages: PAGES } = read(path.join(__dirname, 'nunjucks-waits.yaml'))

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
  test.each(PAGES)('%s', async (page) => {
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
