'use strict'

const { documentSuite } = require('./suite')

documentSuite('docs/cli.md', {
  programs: [{ section: 'Options' }, { section: 'Options' }],
  commands: {
    'npx buffered-render explain views': /\nindex\.ejs [^]*\n2 of 2 views are spliced\. 2 have no static text of 256 bytes or more to keep as a Buffer: short pages of them gain little; measure with compare\.\n$/,
    'npx buffered-render explain views/index.ejs --data locals.json --html report.html': /^Report written to report\.html: 1 of 1 view is spliced\. 1 has no static text /,
    'npx buffered-render explain views --json': /"views": \[/,
    'npx buffered-render explain views/index.ejs --data locals.json --dictionary': /page, +page,\n.* zlib 6 +dcz\nindex\.ejs /,
    'npx buffered-render check views --data locals.json': /^2 of 2 views compared\n[^]*\n\n2 are the same:\n {2}index\.ejs\n {2}price\.liquid\n$/,
    'npx buffered-render compare views/index.ejs --data locals.json': /^index\.ejs: Express [^]*\nIdentical, byte for byte: [^]*\nuncompressed, new page /,
    'npx buffered-render explain views/index.ejs --data locals.js': /1 of 1 view is spliced/,
    'npx buffered-render explain views/price.liquid --options options.js': /price\.liquid/
  }
})
