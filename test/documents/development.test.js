'use strict'

const { page } = require('./expected')
const { documentSuite } = require('./suite')

documentSuite('docs/development.md', {
  programs: [
    { section: 'Live reload', pages: { '/': page(/^<!doctype html><body><h1>Tea<\/h1><script src="[^"]*livereload[^]*<\/body>$/, { request: { headers: { accept: 'text/html' } } }) } },
    { section: 'Tests of an app' },
    { section: 'Tests of an app', stdout: /pass 1\n[^]*fail 0\n/ }
  ]
})
