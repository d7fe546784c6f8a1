'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { dialects } = require('../lib/dialects')
const { rangeOf, rowOf, rowsIn, withRows } = require('../tools/engines/document')
const { examplesOf } = require('../tools/engines/examples')
const guards = require('../tools/engines/guards')
const { expectSpliced } = require('../tools/engines/learn')
const { parseOptions } = require('../tools/engines/options')
const ranges = require('../tools/engines/ranges')
// The languages load it, and its hook cannot be defined inside a test.
require('./support/view-folder')

const documented = fs.readFileSync(path.join(__dirname, '../docs/engines.md'), 'utf8')

describe('npm run test:engines', () => {
  test('takes engines and versions', () => {
    expect(parseOptions(['ejs', 'ejs@3', 'handlebars@4.7.8', '--markdown'])).toEqual({
      engines: [['ejs', 'latest'], ['ejs', '3'], ['handlebars', '4.7.8']], learn: false, write: false, check: false, markdown: true, help: false
    })
    expect(parseOptions(['--write'])).toMatchObject({ engines: [], write: true })
    expect(() => parseOptions(['--write', 'ejs'])).toThrow('--write tries all engines')
  })

  test('knows every engine', () => {
    // Frameworks and clients of Redis are no engines.
    const { peerDependencies: { express, koa, redis, ioredis, iovalkey, ...peers } } = require('../package.json')
    expect(Object.keys(ranges)).toEqual(expect.arrayContaining([...Object.keys(peers), 'express-handlebars', 'hbs', 'mustache']))
  })

  test('engines are optional peers of any version, so that npm installs the library beside an old one', () => {
    const { peerDependencies: peers, peerDependenciesMeta } = require('../package.json')
    const engines = Object.keys(peers).filter((name) => Object.hasOwn(ranges, name))
    expect(engines.map((name) => [name, peers[name], peerDependenciesMeta[name]])).toEqual(engines.map((name) => [name, '*', { optional: true }]))
    expect(engines).toHaveLength(6)
  })

  test.each(['none', '@none', '__proto__'])('rejects the engine %s', (name) => {
    expect(() => parseOptions([name])).toThrow(`Unknown engine '${name.split('@')[0]}'; the engines are ejs, `)
  })
})

describe('the table of versions', () => {
  const result = (version, left) => ({ name: 'ejs', version, templates: 100, failed: 3, left: left - 3 })

  test('has rows of the ranges', () => {
    const versions = rowsIn(documented).map((row) => [row[0], ...rangeOf(row)])
    const expected = guards.all().flatMap(({ package: name, versions }) => versions.map((range) => [name, ...range]))
    expect(versions).toEqual(expected)
  })

  test.each(rowsIn(documented))('counts the templates of the corpus: %s %s (npm run test:engines -- --write)', (name, versions, ...counts) => {
    const totals = counts.map((count) => Number(count.split(' of ')[1]))
    expect(totals).toEqual(rangeOf([name, versions]).map((version) => examplesOf(name, version).length))
  })

  test.each(['README.md', 'docs/languages.md'])('has the major versions that %s names', (name) => {
    const text = fs.readFileSync(path.join(__dirname, '..', name), 'utf8')
    const languages = [...text.matchAll(/^\|[^|]+\|[^|]+\| `(\w+)` ([^|]+) \|/gm)]
    expect(languages.map(([, engine]) => engine)).toEqual(dialects.map((dialect) => dialect.package).filter((name) => name !== 'mustache'))
    for (const [, engine, versions] of languages) {
      const rows = rowsIn(documented).filter(([named]) => named === engine)
      expect([engine, majorsOf(versions.split(', '))]).toEqual([engine, majorsOf(rows.map(([, each]) => each))])
    }
  })

  test.each([
    [{ left: 51 }, 'the engine renders 51 of 100 templates itself'],
    [{ failed: 51 }, 'the engine does not compile 51 of 100 templates'],
    [{ different: [{ example: 'a page', expected: 'a', actual: 'b' }] }, '1 of 100 pages differ, first a page']
  ])('has no version that hardly splices: %j', (found, message) => {
    const known = { templates: 100, failed: 50, left: 50, different: [] }
    expect(() => expectSpliced(known, 'The version')).not.toThrow()
    expect(() => expectSpliced({ ...known, ...found }, 'The version')).toThrow(`The version: ${message}`)
  })

  test('has what the versions splice', () => {
    const rows = [rowOf(result('2.7.4', 36), result('2.7.4', 36)), rowOf(result('3.0.1', 20), result('7.0.2', 10))]
    expect(rows).toEqual([['ejs', '2.7.4', '64 of 100', '64 of 100'], ['ejs', '3.0.1 to 7.0.2', '80 of 100', '90 of 100']])
    expect(rowsIn(withRows(documented, rows))).toEqual(rows)
    expect(rows.map(rangeOf)).toEqual([['2.7.4', '2.7.4'], ['3.0.1', '7.0.2']])
  })
})

/** @returns {number[]} the major versions of ranges such as '2.7.4' and '3 to 7' */
function majorsOf (versions) {
  const majors = versions.flatMap((each) => {
    const [first, last = first] = each.split(' to ').map((version) => parseInt(version, 10))
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
  return [...new Set(majors)]
}
