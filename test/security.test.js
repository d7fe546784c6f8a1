'use strict'

const fs = require('node:fs')
const path = require('node:path')

const TEST_NAME = /`([\w/-]+)`/g

/** The rows of the table of threats, without its head. */
const rows = fs.readFileSync(path.join(__dirname, '../docs/security.md'), 'utf8').split('\n## ')
  .find((section) => section.startsWith('Threats\n')).split('\n').filter((line) => line.startsWith('| ')).slice(2)
  .map((row) => ({ threat: row.slice(2).split(' | ').slice(0, 2).join(': '), names: [...row.split(' | ').at(-1).matchAll(TEST_NAME)].map(([, name]) => name) }))

test('docs/security.md has a table of threats', () => {
  expect(rows.length).toBeGreaterThan(10)
})

test.each(rows)('tests stand for $threat', ({ names }) => {
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    expect(fs.readFileSync(path.join(__dirname, `${name}.test.js`), 'utf8')).toMatch(/^ *(test|dialectSuite)\b.*\(/m)
  }
})
