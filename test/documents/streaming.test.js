'use strict'

const { plain } = require('./expected')
const { documentSuite } = require('./suite')

const dashboard = (title, orders, visitors) => plain(`<!doctype html>
<link rel="stylesheet" href="/dashboard.css">
<h1>${title}</h1>
<ul>
${orders}
</ul>
<p>Visitors: ${visitors}</p>
`, { headers: { 'content-encoding': 'gzip', etag: null } })
const tea = plain('<!doctype html><h1>Tea</h1>')

documentSuite('docs/streaming.md', {
  programs: [
    { section: 'Streaming', pages: { '/': dashboard('Tea &amp; coffee', '<li>Assam</li>\n<li>Keemun</li>\n', '1204'), '/html': tea } },
    { section: 'Streaming', pages: { '/': dashboard('Tea', '<li>Assam</li>', 'unknown') } },
    { section: 'Streaming', pages: { '/': tea } }
  ]
})
