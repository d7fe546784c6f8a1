'use strict'

const { page } = require('./expected')
const { documentSuite } = require('./suite')

const style = '<style>h1 { color: green }\n</style>'

documentSuite('docs/files.md', {
  programs: [
    { section: 'Files on a page', pages: { '/': page(`<!doctype html>${style}<h1>Tea</h1>`) } },
    { section: 'Files on a page', pages: { '/': page(`<!doctype html>\n${style}\n<h1>Tea</h1>\n`) } }
  ]
})
