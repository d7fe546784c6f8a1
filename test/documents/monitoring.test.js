'use strict'

const { TEA_VIEW, plain, teaPage } = require('./expected')
const { documentSuite } = require('./suite')

const tea = teaPage('Tea', ['Assam', 'Keemun'])
const broken = plain(/title is not defined/, { status: 500 })
const inOrder = (...parts) => new RegExp(parts.map((part) => part.source).join('[^]*'))

/** What Prometheus scrapes, and OpenTelemetry exports, after a page and an error. */
const scraped = inOrder(
  /page_render_seconds_bucket\{le="1",view="index"\} 1\n/,
  /page_render_seconds_count\{view="index"\} 1\n/,
  /page_render_errors_total 1\n/,
  /pages_total\{status="200",encoding="identity"\} 1\n/,
  /page_fallbacks_total\{reason="returns early"\} 1\n/,
  /page_cache_bytes\{cache="templates"\} [1-9]\d+\n/
)
const exported = inOrder(
  /name: 'page\.render\.duration'/, /attributes: \{ view: 'index' \}/, /count: 1\n/,
  /name: 'page\.render\.errors'/, /value: 1\n/,
  /name: 'page\.responses'/, /attributes: \{ status: 200, encoding: 'identity' \}/, /value: 1\n/,
  /name: 'page\.fallbacks'/, /attributes: \{ reason: 'returns early' \}/, /value: 1\n/,
  /name: 'page\.cache\.size'/, /attributes: \{ cache: 'templates' \}/, /value: [1-9]\d+\n/
)

documentSuite('docs/monitoring.md', {
  // The early return leaves the view to its engine.
  files: { 'views/index.ejs': `<% if (title === '') return -%>\n${TEA_VIEW}` },
  programs: [
    { section: 'Channels' },
    { section: 'Channels', pages: { '/': { ...tea, headers: { 'server-timing': expect.stringMatching(/^render;dur=\d+\.\d{3}$/) } } } },
    {
      section: 'Prometheus',
      pages: { '/': tea, '/broken': broken, '/metrics': plain(scraped, { type: 'text/plain; version=0.0.4; charset=utf-8' }) },
      stderr: /title is not defined/
    },
    { section: 'OpenTelemetry', pages: { '/': tea, '/broken': broken }, stdout: exported, stderr: /title is not defined/ }
  ]
})
