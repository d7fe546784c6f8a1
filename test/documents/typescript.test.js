'use strict'

const { page, plain } = require('./expected')
const { documentSuite } = require('./suite')

const hello = { '/?name=%3CZo%C3%AB%3E': page('<p>Hello &lt;Zoë&gt;</p>') }

documentSuite('docs/typescript.md', {
  programs: [
    { section: 'TypeScript and ES modules', pages: hello },
    { section: 'Without esModuleInterop', pages: hello },
    { section: 'Express', pages: { ...hello, '/stream': plain('<p>Tea</p>') } },
    { section: 'Koa', pages: { '/': page('<h1>Tea</h1>\n') } },
    { section: 'Cached fragments' }
  ]
})
