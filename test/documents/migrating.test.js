'use strict'

const { page } = require('./expected')
const { documentSuite } = require('./suite')

const index = (title) => ({ '/': page(`<!doctype html>\n<h1>${title}</h1>\n`) })

documentSuite('docs/migrating.md', {
  programs: [
    { section: 'From consolidate', pages: index('Tea &amp; coffee') },
    { section: 'From koa-views', pages: index('Tea &amp; coffee') },
    { section: 'From @koa/ejs', pages: index('Tea') },
    { section: 'From express-handlebars and hbs', pages: { '/': page('<!doctype html>\n<h1>Tea &amp; coffee</h1>') } }
  ]
})
