'use strict'

const fs = require('node:fs')
const path = require('node:path')

const FOLDER = path.join(__dirname, '../docs')
const TEST_LINK = /\[([\w-]+)\]\((\.\.\/test\/[\w/-]+\.test\.js)\)/g

/** The rows of the table of threats, without its head. */
const rows = fs.readFileSync(path.join(FOLDER, 'security.md'), 'utf8').split('\n').filter((line) => line.startsWith('| ')).slice(2)
  .map((row) => ({ threat: row.slice(2).split(' | ').slice(0, 2).join(': '), files: [...row.matchAll(TEST_LINK)] }))

test('docs/security.md has a table of threats', () => {
  expect(rows.length).toBeGreaterThan(10)
})

test.each(rows)('tests stand for $threat', ({ files }) => {
  expect(files.length).toBeGreaterThan(0)
  for (const [, name, file] of files) {
    expect(path.basename(file)).toBe(`${name}.test.js`)
    expect(fs.readFileSync(path.join(FOLDER, file), 'utf8')).toMatch(/^ *(test|dialectSuite)\b.*\(/m)
  }
})
