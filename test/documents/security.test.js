'use strict'

const { page } = require('./expected')
const { documentSuite } = require('./suite')

documentSuite('docs/security.md', {
  programs: [
    {
      section: 'Content Security Policy',
      pages: { '/': page(/^<!doctype html><script nonce="[\w+/]{22}==">document\.title = 'Tea'<\/script>$/) }
    }
  ]
})
