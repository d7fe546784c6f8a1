'use strict'

const { comparePages } = require('../../bin/compare/pages')

const PAGE = 'Dear Zoë, this is a page'
const GZIP = { 'Accept-Encoding': 'gzip' }

const plain = { name: 'plain', alone: {}, ours: {}, headers: {} }
const again = { ...plain, name: 'again', isAgain: true }
const notModified = { ...plain, name: 'notModified', isConditional: true }
const gzip = { ...plain, name: 'gzip', headers: GZIP }

const answer = (text, headers = {}, status = 200) => ({ status, headers, bytes: Buffer.byteLength(text), page: Buffer.from(text) })
const zipped = (text) => answer(text, { 'content-encoding': 'gzip' })
const failed = (message) => answer(JSON.stringify({ name: 'TypeError', message }), {}, 500)

/** Compares the pages of processes that give these answers, in turn. */
function compare (ways, answers) {
  const remaining = { alone: [...answers.alone], ours: [...answers.ours] }
  const asked = []
  const processOf = (side, way) => ({
    async get (headers) {
      asked.push([side, way.name, headers])
      return remaining[side].shift()
    }
  })
  return comparePages(processOf, ways).then((compared) => ({ ...compared, asked }))
}

const both = (...answers) => ({ alone: answers, ours: answers })

test.each([
  ['identical pages', [plain], both(answer(PAGE), answer(PAGE), answer(PAGE)), { identical: true, bytes: 25, changes: false }],
  ['pages that change identically', [plain], both(answer('a'), answer('b'), answer('c')), { identical: true, bytes: 1, changes: true }],
  ['a page that differs', [plain], { alone: [answer('é'), answer('é')], ours: [answer('è'), answer('è')] }, {
    identical: false, bytes: 2, changes: false, difference: { offset: 1, line: 1, before: '', alone: 'é', ours: 'è' }
  }],
  ['a second page that differs', [plain], { alone: [answer('a'), answer('b')], ours: [answer('a'), answer('a')] }, {
    identical: false, bytes: 1, changes: true, difference: { offset: 0, line: 1, before: '', alone: 'b', ours: 'a' }
  }],
  ['a compressed page that differs', [plain, gzip], {
    alone: [answer(PAGE), answer(PAGE), answer(PAGE), zipped(PAGE)],
    ours: [answer(PAGE), answer(PAGE), answer(PAGE), zipped('Dear Zoë, that')]
  }, { identical: false, bytes: 25, changes: false, difference: { offset: 13, line: 1, before: 'Dear Zoë, th', alone: 'is is a page', ours: 'at' } }],
  ['a second page that throws', [plain], { alone: [answer('a'), answer('b')], ours: [answer('a'), failed('no page')] }, {
    identical: false, errors: { alone: undefined, ours: { name: 'TypeError', message: 'no page' } }
  }],
  ['the same error', [plain], both(failed('no page'), failed('no page')), {
    identical: true, errors: { alone: { name: 'TypeError', message: 'no page' }, ours: { name: 'TypeError', message: 'no page' } }
  }],
  ['different errors', [plain], { alone: [failed('a'), failed('a')], ours: [failed('b'), failed('b')] }, {
    identical: false, errors: { alone: { name: 'TypeError', message: 'a' }, ours: { name: 'TypeError', message: 'b' } }
  }]
])('%s', async (_, ways, answers, expected) => {
  const { asked, ways: compared, ...found } = await compare(ways, answers)
  expect(found).toEqual(expected)
  expect(compared === undefined).toBe(!found.identical || 'errors' in found)
})

const waysOf = ({ ways }) => ways.map(({ way: { name, alone }, status }) => [name, alone !== undefined, status])

test('ways that depend on the page before are left out if it changes', async () => {
  const changing = both(answer('a'), answer('b'), answer('c'), zipped('d'))
  expect(waysOf(await compare([plain, again, notModified, gzip], changing))).toEqual([['plain', true, 200], ['gzip', true, 200]])
})

describe('a client that has the page', () => {
  const tagged = (etag) => answer(PAGE, { etag })
  const fresh = answer('', {}, 304)

  test('names the validator of each side', async () => {
    const compared = await compare([plain, notModified], {
      alone: [tagged('"a"'), tagged('"a"'), tagged('"a"'), fresh],
      ours: [tagged('"o"'), tagged('"o"'), tagged('"o"'), fresh]
    })
    expect(waysOf(compared)).toEqual([['plain', true, 200], ['notModified', true, 304]])
    expect(compared.asked.slice(-2)).toEqual([['alone', 'notModified', { 'If-None-Match': '"a"' }], ['ours', 'notModified', { 'If-None-Match': '"o"' }]])
  })

  test.each([
    ['this library alone sends 304', answer(PAGE), fresh, [['notModified', false, 304]]],
    ['none sends 304', answer(PAGE), answer(PAGE), []]
  ])('%s', async (_, alone, ours, expected) => {
    const page = answer(PAGE)
    const compared = await compare([plain, notModified], { alone: [page, page, page, alone], ours: [page, page, page, ours] })
    expect(waysOf(compared).slice(1)).toEqual(expected)
  })
})

test.each([
  ['both compress', zipped(PAGE), zipped(PAGE), [['gzip', true, 200]]],
  ['this library alone compresses', answer(PAGE), zipped(PAGE), [['gzip', false, 200]]],
  ['none compresses', answer(PAGE), answer(PAGE), []]
])('a client that accepts gzip: %s', async (_, alone, ours, expected) => {
  const page = answer(PAGE)
  const compared = await compare([plain, gzip], { alone: [page, page, page, alone], ours: [page, page, page, ours] })
  expect(waysOf(compared).slice(1)).toEqual(expected)
  expect(compared.asked.slice(-2)).toEqual([['alone', 'gzip', GZIP], ['ours', 'gzip', GZIP]])
})
