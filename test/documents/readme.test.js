'use strict'

const { TEA_LOCALS, teaPage } = require('./expected')
const { readDocument } = require('./markdown')
const { documentSuite } = require('./suite')

documentSuite('README.md', {
  // README shows the view behind the program.
  files: { 'locals.json': JSON.stringify(TEA_LOCALS), 'views/index.ejs': readDocument('README.md').fences.find(({ file }) => file === 'views/index.ejs').source },
  programs: [
    {
      section: 'buffered-render',
      env: { NODE_DEBUG: 'buffered-render' },
      pages: { '/': teaPage('Tea', ['Mint', 'Chai']) },
      stderr: /BUFFERED-RENDER \d+: views\/index\.ejs is spliced\n/
    },
    { section: 'My app uses compression', pages: { '/': teaPage('Tea', ['Mint', 'Chai']) } },
    { section: 'Koa', pages: { '/': teaPage() } }
  ],
  otherCommands: ['BUFFERED_RENDER=check npm test'],
  commands: {
    'npx buffered-render check views --data locals.json': /^1 of 1 view compared\n/,
    'npx buffered-render explain views': /\nindex\.ejs /,
    'npx buffered-render compare views/index.ejs --data locals.json': /index\.ejs/
  }
})
