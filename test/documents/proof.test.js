'use strict'

const { TEA_LOCALS, TEA_VIEW } = require('./expected')
const { documentSuite } = require('./suite')

documentSuite('docs/proof.md', {
  files: {
    'views/index.ejs': TEA_VIEW,
    'views/admin/users.ejs': '<%= users.length %>',
    'locals.json': JSON.stringify(TEA_LOCALS),
    'fixtures/index.json': JSON.stringify(TEA_LOCALS),
    'fixtures/admin/users.json': '{ "users": [] }',
    'options.js': "module.exports = { extension: 'ejs' }"
  },
  programs: [{
    section: 'In your tests',
    env: { BUFFERED_RENDER: 'check' },
    stdout: /pass 1\n[^]*fail 0\n/,
    stderr: /^buffered-render: 1 view the same\n$/
  }],
  commands: {
    'npx buffered-render check views --data locals.json': /^1 of 2 views compared\n[^]*\n\n1 is the same:\n {2}index\.ejs\n\n1 throws the same error in both, /,
    'npx buffered-render check views --data fixtures --options options.js': /^2 of 2 views compared\n/
  },
  otherCommands: ['BUFFERED_RENDER=check npm test', 'BUFFERED_RENDER=report node server.js']
})
