'use strict'

const { TEA_VIEW, page, plain, teaPage } = require('./expected')
const { documentSuite } = require('./suite')

const visits = (count) => page(`<!doctype html><p>Visits: ${count}</p>`, { headers: { 'cache-control': 'private, no-cache' } })
const text = { type: 'text/plain; charset=utf-8' }
const stats = {
  templates: { hits: 0, misses: 1, evictions: 0, entries: 1, bytes: 16 * 1024 + 10 * Buffer.byteLength(TEA_VIEW) },
  memo: { hits: 0, misses: 1, evictions: 0, entries: 0, bytes: 0 },
  files: { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 },
  gzip: { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 },
  dictionary: false,
  fragments: { hits: { process: 0, store: 0 }, misses: 0, loads: 0, waits: 0, stale: 0, failures: 0, evictions: 0, entries: 0, bytes: 0 },
  engine: { 'has an engine without a dialect': 1 },
  checks: false,
  differences: 0,
  unencoded: {}
}
const mail = '<p>Dear Zoë, your order is on its way.</p>\n'

documentSuite('docs/express.md', {
  // The engine in "What is left to Express" ignores its file, but Express looks it up.
  files: { 'views/hello.txt': '' },
  programs: [
    { section: 'Express', pages: { '/': teaPage() } },
    { section: 'Where to put the line', pages: { '/': visits(1) } },
    {
      section: 'What is left to Express',
      pages: {
        '/': teaPage('Teas', ['Assam']),
        '/text': plain('Hello Ann', text),
        '/stats': plain(JSON.stringify(stats), { type: 'application/json; charset=utf-8' })
      }
    },
    { section: 'Callbacks', pages: { '/': page(mail, { headers: { 'x-length': String(mail.length) } }) } },
    { section: 'Server classes', pages: { '/': teaPage() } }
  ]
})
