'use strict'

const fs = require('node:fs')
const path = require('node:path')
const table = require('./table')

const ROOT = path.join(__dirname, '../..')

/** All files of tests. */
const all = fs.readdirSync(path.join(ROOT, 'test'), { recursive: true }).filter((file) => file.endsWith('.test.js'))
  .map((file) => `test/${file.replaceAll(path.sep, '/')}`).sort()

/**
 * @param {string} file path from the top
 * @returns {string | undefined} the key of its row: the longest path that the file is, or is in
 */
function rowOf (file) {
  const rows = Object.keys(table).filter((row) => file.startsWith(row))
  return rows.sort((a, b) => b.length - a.length)[0]
}

/**
 * @param {string} file
 * @returns {string[]} the tests of a file
 */
function testsOf (file) {
  if (all.includes(file)) return [file]
  const names = table[rowOf(file)] ?? []
  const isBeside = (test) => file.startsWith(test.replace(/\.test\.js$/, '/'))
  const sameName = file.replace(/^(?:lib|docs)\//, (folder) => folder === 'docs/' ? 'documents/' : '').replace(/\.\w+$/, '')
  return all.filter((test) => isBeside(test) || [...names, sameName].some((name) => isNamed(test, name)))
}

/** @param {string} name "response/memo" for a file of tests, "response/" for those of a folder */
function isNamed (test, name) {
  return name.endsWith('/') ? path.posix.dirname(test) === `test/${name.slice(0, -1)}` : test === `test/${name}.test.js`
}

/**
 * @param {string[]} files
 * @returns {{ tests: string[], without: string[] }} the tests of all, and the files that have none
 */
function testsNear (files) {
  const found = files.map((file) => testsOf(file))
  return { tests: [...new Set(found.flat())].sort(), without: files.filter((_, i) => found[i].length === 0) }
}

module.exports = { all, rowOf, testsNear, testsOf }
