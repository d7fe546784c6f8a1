'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { codes } = require('../support/coded-errors')
const { page, plain } = require('./expected')
const { ROOT, readDocument } = require('./markdown')
const { documentSuite } = require('./suite')

/** The source of the library, as it prints. */
const source = fs.readdirSync(path.join(ROOT, 'lib'), { recursive: true })
  .filter((file) => file.endsWith('.js'))
  .map((file) => fs.readFileSync(path.join(ROOT, 'lib', file), 'utf8').replaceAll('\\`', '`').replace(/[`'] \+\n +[`']/g, '').replace(/\$\{of\}/g, ''))
  .join('\n')

/** The reasons are in a table of their own, one or two in a cell. */
const reasons = readDocument('docs/errors.md').rows('No error, but no gain').flat()

/** Those with a code are met by test/error-codes.test.js, except for warnings. */
const sections = [...codes(), 'ENOENT', 'ERR_HTTP_HEADERS_SENT', 'Without a code']
const messages = sections.flatMap((section) => readDocument('docs/errors.md').rows(section).flat())

test.each(reasons)('%s is a reason of the library', (reason) => {
  expect(source).toContain(reason.split('…')[0])
})

test.each(messages)('%s is a message of the library', (message) => {
  const parts = message.split('…').filter((part) => /\w/.test(part))
  expect(parts.filter((part) => !source.includes(part))).toEqual([])
})

const section = 'A function around that of the engine'
const body = '\n<section>\n  <h1>Assam</h1>\n</section>'
documentSuite('docs/errors.md', {
  files: { 'views/tea.pug': 'section\n  h1= name\n' },
  programs: [{ section, pages: { '/': plain(body) }, stderr: /whose engine cannot be detected/ }, { section, pages: { '/': page(body) } }]
})
