'use strict'

const { TEA_LOCALS, page, plain, teaPage } = require('./expected')
const { documentSuite } = require('./suite')

const hello = (name) => page(`<!doctype html>
<h1>Hello ${name}</h1>
<ul title="3 teas"><li>Darjeeling</li><li>Assam</li><li>Keemun</li></ul>
`)

documentSuite('README.md', {
  files: { 'locals.json': JSON.stringify(TEA_LOCALS) },
  programs: [
    {
      section: 'Express in 60 seconds',
      env: { NODE_DEBUG: 'buffered-render' },
      pages: { '/': teaPage() },
      stderr: /BUFFERED-RENDER \d+: views\/index\.ejs is spliced\n/
    },
    { section: 'Koa', pages: { '/': teaPage() } },
    { section: 'Plain http', pages: { '/': teaPage() } },
    { section: 'The html tag', pages: { '/': hello('stranger'), '/?name=%3CZo%C3%AB%3E': hello('&lt;Zoë&gt;') } },
    {
      section: 'Cached fragments and streaming',
      pages: {
        '/?name=Zoe': page('<h1>Hello Zoe</h1><article>Tea no. 7</article>'),
        '/stream': plain('<h1>Tea</h1><p>Visitors: 1204</p>'),
        'POST /changed': plain('', { type: null })
      }
    }
  ],
  commands: {
    'npx buffered-render explain views': /\nindex\.ejs /,
    'npx buffered-render compare views/index.ejs --data locals.json': /index\.ejs/
  }
})
