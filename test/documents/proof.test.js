'use strict'

const { TEA_VIEW } = require('./expected')
const { documentSuite } = require('./suite')

documentSuite('docs/proof.md', {
  files: { 'views/index.ejs': TEA_VIEW },
  programs: [{
    section: 'In your tests',
    env: { BUFFERED_RENDER: 'check' },
    stdout: /pass 1\n[^]*fail 0\n/,
    stderr: /^buffered-render: 1 view the same\n$/
  }],
  otherCommands: ['BUFFERED_RENDER=check npm test', 'BUFFERED_RENDER=report node server.js']
})
