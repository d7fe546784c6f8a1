'use strict'

const { page, plain } = require('./expected')
const { documentSuite } = require('./suite')

const json = (value) => plain(JSON.stringify(value), { type: 'application/json; charset=utf-8' })
const production = { NODE_ENV: 'production' }
const menu = page('<!doctype html><nav>Tee</nav>')

const inExpress = (packages) => documentSuite('docs/fragments.md', {
  packages,
  programs: [
    { section: 'Cached fragments', env: production, pages: { '/': page('<main><article>Tee no. 7</article></main>'), '/?again': page('<main><article>Tee no. 7</article></main>'), '/stats': json(1) } },
    { section: 'A view as a fragment', pages: { '/': page('<h1>Zoë</h1>\n<aside>\n  <p>Neuer Tee</p>\n</aside>\n\n') } },
    { section: 'Handlers in Express 4', pages: { '/': plain('The database is away', { status: 503 }) } },
    { section: 'Invalidation' },
    {
      section: 'A fleet',
      env: production,
      redis: true,
      pages: {
        '/': menu,
        '/?again': menu,
        '/hits': json({ process: 1, store: 0 }),
        'POST /changed': plain('', { status: 204, type: null }),
        '/?changed': menu
      }
    }
  ]
})

inExpress({ express: 'express' })
inExpress({ express: 'express4' })
