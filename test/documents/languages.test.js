'use strict'

const { page } = require('./expected')
const { documentSuite } = require('./suite')

documentSuite('docs/languages.md', {
  programs: [
    { section: 'EJS', pages: { '/': page('<!doctype html>\n<h1>Oolong &lt;1st&gt;</h1>\n<p>Price: 4.50 €</p>\n') } },
    { section: 'Eta', pages: { '/': page('<!doctype html>\n<title>Cart</title>\n<p>2 teas</p>\n') } },
    { section: 'Handlebars', pages: { '/': page('<!doctype html>\n<main><p>4.5 €</p></main>') } },
    { section: 'Handlebars', pages: { '/': page('<ul>\n  <li>Assam</li>\n  <li>Keemun</li>\n</ul>\n') } },
    { section: 'Liquid', pages: { '/': page('<!doctype html>\n<p>Oolong &lt;1st&gt;: 4.5 €</p>\n') } },
    { section: 'Liquid', pages: { '/': page('<!doctype html>\n<p>Keemun: 3.9 €</p>\n') } },
    { section: 'Mustache', pages: { '/': page('<!doctype html>\n<h1>Hello Zoë &amp; Co</h1>\n<p>Assam</p><p>Keemun</p>\n') } },
    { section: 'Nunjucks', pages: { '/': page('<!doctype html>\n<p>8.4 €</p>\n') } },
    { section: 'Nunjucks', pages: { '/': page('<!doctype html>\n<p>12.6 €</p>\n') } },
    { section: 'Pug', pages: { '/': page('<!DOCTYPE html><title>Tea &amp; coffee</title><h1>Tea &amp; coffee</h1><p>Darjeeling</p>') } },
    { section: 'Pug', pages: { '/': page('<!DOCTYPE html><title>Tea &amp; coffee</title><h1>Tea &amp; coffee</h1><p>Darjeeling</p>') } },
    { section: 'A language of your own', pages: { '/': page('Dear Zoë,\nyour order 7 is on its way.\n') } }
  ]
})
