'use strict'

const { page } = require('./expected')
const { documentSuite } = require('./suite')

const hello = (name) => page(`<!doctype html>
<h1>Hello ${name}</h1>
<ul title="3 teas"><li>Darjeeling</li><li>Assam</li><li>Keemun</li></ul>
`)

documentSuite('docs/html.md', {
  programs: [
    { section: 'The html tag', pages: { '/': hello('stranger'), '/?name=%3CZo%C3%AB%3E': hello('&lt;Zoë&gt;') } },
    { section: 'The html tag', pages: { '/?name=%3CZo%C3%AB%3E': page('<!doctype html><h1>Hello &lt;Zoë&gt;</h1>') } },
    { section: 'The html tag', pages: { '/?a&b': page('<!doctype html><h1>/?a&amp;b</h1>') } },
    { section: 'Without a response' }
  ]
})
