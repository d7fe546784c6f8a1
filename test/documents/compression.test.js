'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const packages = require('../../tools/stock/packages')
const { page, plain } = require('./expected')
const { documentSuite } = require('./suite')

const row = '<tr><td>A row that is the same on every page, and there are a hundred of them</td></tr>'
const table = `<!doctype html><table>${row.repeat(100)}</table>`
const tea = '<!doctype html><h1>Tea</h1>'
const form = (q) => page(`<!doctype html>
<form><input name="q" value="${q}">
<input type="hidden" name="token" value="a secret"></form>`)

documentSuite('docs/compression.md', {
  programs: [
    {
      section: 'With the package compression',
      pages: {
        '/': page(table, { headers: { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } }),
        '/stats': plain('{}', { type: 'application/json; charset=utf-8' })
      }
    },
    { section: 'ETag, 304 and HEAD', pages: { '/': page(tea, { headers: { etag: `"${createHash('sha1').update(tea).digest('hex')}"` } }) } },
    { section: 'A secret and user input on one page', pages: { '/?q=%22': form('&quot;') } }
  ]
})

test('the table of packages is that of npm run test:stock -- --beside', () => {
  const document = fs.readFileSync(path.join(__dirname, '../../docs/compression.md'), 'utf8')
  const rows = [...document.matchAll(/^\| ([\w@/-]+)(?:, for headers)? \| (encoded|sent as text)[^|]* \|$/gm)]
  const documented = Object.fromEntries(rows.map(([, name, result]) => [name, result === 'encoded']))
  expect(documented).toEqual(Object.fromEntries(Object.entries(packages).map(([name, { isEncoded }]) => [name, isEncoded])))
})
