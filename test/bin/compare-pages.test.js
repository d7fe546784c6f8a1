'use strict'

const zlib = require('node:zlib')
const { comparePages } = require('../../bin/compare/pages')

const PAGE = 'Dear Zoë, this is a page'
const member = zlib.gzipSync(PAGE)

/** A side that renders these pages in turn, then this body for clients that accept gzip. */
function sideOf (pages, gzip = member) {
  const remaining = [...pages]
  const outcomeOf = (made) => made instanceof Error
    ? { error: { name: made.name, message: made.message } }
    : { value: Buffer.from(made).toString('base64') }
  return { outcome: async ({ render }) => outcomeOf(render === 'page' ? remaining.shift() : gzip) }
}

const same = (gzip) => sideOf([PAGE, PAGE], gzip)
const error = new TypeError('no page')
const thrown = { name: 'TypeError', message: 'no page' }

test.each([
  ['identical pages, and their gzip', same(), same(zlib.gzipSync(PAGE, { level: 0 })), {
    identical: true, bytes: 25, changes: false, gzip: { engine: member.length, ours: 48 }, sentAsIs: false
  }],
  ['a page that is sent without a coding', same(), same(PAGE), {
    identical: true, bytes: 25, changes: false, gzip: { engine: member.length, ours: 25 }, sentAsIs: true
  }],
  ['gzip of a different page', same(), same(zlib.gzipSync('Dear Zoë, that')), {
    identical: false, bytes: 25, changes: false, difference: { offset: 13, line: 1, engine: 'is is a page', ours: 'at' }
  }],
  ['pages that change identically', sideOf(['a', 'b']), sideOf(['a', 'b']), {
    identical: true, bytes: 1, changes: true
  }],
  ['a second page that differs', sideOf(['a', 'b']), sideOf(['a', 'a']), {
    identical: false, bytes: 1, changes: true, difference: { offset: 0, line: 1, engine: 'b', ours: 'a' }
  }],
  ['a second render that throws', sideOf(['a', 'b']), sideOf(['a', error]), {
    identical: false, errors: { engine: undefined, ours: thrown }
  }],
  ['gzip that throws', same(), same(error), {
    identical: false, bytes: 25, changes: false, errors: { engine: undefined, ours: thrown }
  }],
  ['the same error', sideOf([error]), sideOf([error]), {
    identical: true, errors: { engine: thrown, ours: thrown }
  }],
  ['errors of different types', sideOf([error]), sideOf([new RangeError('no page')]), {
    identical: false, errors: { engine: thrown, ours: { name: 'RangeError', message: 'no page' } }
  }]
])('%s', async (_, engine, ours, expected) => {
  expect(await comparePages({ engine, ours }, 20)).toEqual(expected)
})

test('pages below the threshold are not requested as gzip', async () => {
  expect(await comparePages({ engine: same(), ours: same(error) }, 26)).toEqual({ identical: true, bytes: 25, changes: false })
})

test('an invalid gzip member is an error', async () => {
  const broken = Buffer.concat([member.subarray(0, -8), Buffer.alloc(8)])
  await expect(comparePages({ engine: same(), ours: same(broken) }, 20)).rejects.toThrow('The response is not a valid gzip member: incorrect data check')
})
