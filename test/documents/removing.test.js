'use strict'

const { plain } = require('./expected')
const { documentSuite } = require('./suite')

documentSuite('docs/removing.md', {
  programs: [{ section: 'Removing it', env: { BUFFERED_RENDER: 'off' }, pages: { '/': plain('<!doctype html>\n<h1>Tea &amp; coffee</h1>\n') } }]
})
