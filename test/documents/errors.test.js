'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { ROOT, readDocument } = require('./markdown')

const SECTIONS = ['Set-up', 'Views', 'html', 'Streams', 'Files', 'Cached fragments']

/** The source of the library, as it prints. */
const source = fs.readdirSync(path.join(ROOT, 'lib'), { recursive: true })
  .filter((file) => file.endsWith('.js'))
  .map((file) => fs.readFileSync(path.join(ROOT, 'lib', file), 'utf8').replaceAll('\\`', '`').replaceAll("' +\n  '", '').replace(/\$\{of\}/g, ''))
  .join('\n')

/** The reasons are in a table of their own, one or two in a cell. */
const reasons = readDocument('docs/errors.md').rows('No error, but no gain').flat()

test.each(reasons)('%s is a reason of the library', (reason) => {
  expect(source).toContain(reason.split('…')[0])
})

test.each(SECTIONS.flatMap((section) => readDocument('docs/errors.md').rows(section).map(([message]) => message)))('%s is a message of the library', (message) => {
  const parts = message.split('…').filter((part) => /\w/.test(part))
  expect(parts.filter((part) => !source.includes(part))).toEqual([])
})
