'use strict'

const { documentSuite } = require('./suite')

documentSuite('docs/cli.md', {
  programs: [{ section: 'Options' }, { section: 'Options' }],
  commands: {
    'npx buffered-render explain views': /\nindex\.ejs [^]*\n2 of 2 views are split\.\n$/,
    'npx buffered-render explain views/index.ejs --data locals.json --html report.html': /^Report written to report\.html: 1 of 1 view is split\./,
    'npx buffered-render explain views --json': /"views": \[/,
    'npx buffered-render compare views/index.ejs --data locals.json': /^index\.ejs: Express [^]*\nIdentical, byte for byte: [^]*\nuncompressed, new page /,
    'npx buffered-render explain views/index.ejs --data locals.js': /1 of 1 view is split/,
    'npx buffered-render explain views/price.liquid --options options.js': /price\.liquid/
  }
})
