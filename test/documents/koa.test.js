'use strict'

const { page, plain, teaPage } = require('./expected')
const { documentSuite } = require('./suite')

documentSuite('docs/koa.md', {
  programs: [
    { section: 'Koa', pages: { '/': teaPage() } },
    { section: 'html', pages: { '/': page('<!doctype html><p>Tea &amp; coffee</p>') } },
    { section: 'Beside another ctx.render', pages: { '/': plain(teaPage('Tea', []).body), '/tag': page('<p>/tag</p>') } }
  ]
})
