'use strict'

const { page } = require('./expected')
const { documentSuite } = require('./suite')

const around = (title, body) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<nav><a href="/">Teas</a></nav>
${body}</body>
</html>
`
const teas = `<ul>
  <li><a href="/teas/assam">Assam &amp; Malt</a></li>
  <li><a href="/teas/keemun">Keemun</a></li>
</ul>
`
const index = page(around('Teas', teas))
const assam = page(around('Assam &amp; Malt', '<h1>Assam &amp; Malt</h1>\n<p>4.50 €</p>\n'))
const sorry = (message) => around('Sorry', `<p>${message}</p>\n`)
const missing = page(sorry('There is no such page.'), { status: 404 })

documentSuite('docs/getting-started.md', {
  programs: [
    { section: '1. A folder' },
    { section: '3. The app' },
    {
      section: '3. The app',
      env: { NODE_DEBUG: 'buffered-render' },
      pages: { '/': index, '/teas/assam': assam },
      // What "4. Is it on?" shows.
      stderr: /uses the prototypes of the app\n.*head\.ejs is spliced\n.*foot\.ejs is spliced\n.*index\.ejs is spliced\n.*tea\.ejs is spliced\n$/
    },
    { section: '5. Errors' },
    {
      section: '5. Errors',
      pages: { '/': index, '/teas/none': missing, '/broken': page(sorry('Something went wrong.'), { status: 500 }) },
      stderr: /tea\.ejs.*tea is not defined/s
    },
    { section: '6. Production', env: { NODE_ENV: 'production' }, pages: { '/': index, '/none': missing }, stdout: /^5 views compiled\n$/ }
  ],
  // The view error.ejs of the next step is there, too.
  commands: { 'npx buffered-render explain views': /index\.ejs[^]*tea\.ejs[^]*\n5 of 5 views are spliced\. 5 have no static text of 256 bytes or more to keep as a Buffer: short pages of them gain little; measure with compare\.\n$/ },
  otherCommands: [
    'mkdir tea-shop && cd tea-shop',
    'npm init -y',
    'node server.js',
    'NODE_DEBUG=buffered-render node server.js',
    'NODE_ENV=production node server.js'
  ]
})
