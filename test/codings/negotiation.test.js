'use strict'

const fc = require('fast-check')
const { acceptedCodings } = require('../../lib/codings/negotiation')
const { anyCharacter } = require('../support/any-character')
const { propertyRuns } = require('../support/level')

const namesOf = (header) => acceptedCodings(header).map(({ name }) => name)

/** As the package `compression` asks it, of the version that it uses. */
const Negotiator = require(require.resolve('negotiator', { paths: [require.resolve('compression')] }))
const choiceOfCompression = (header) => (
  new Negotiator({ headers: { 'accept-encoding': header } }).encoding(['br', 'gzip', 'deflate', 'identity'], ['br', 'gzip']) ?? 'identity'
)

describe('the accepted codings, in order of preference', () => {
  const all = ['br', 'gzip', 'identity']
  const cases = [
    { header: undefined, codings: ['identity'] },
    { header: '', codings: ['identity'] },
    { header: 'gzip', codings: ['gzip', 'identity'] },
    { header: 'identity', codings: ['identity'] },

    // Where the client likes several alike, it gets the best.
    { header: 'gzip, br', codings: all },
    { header: 'gzip, deflate, br, zstd', codings: all },
    { header: 'identity, gzip', codings: ['gzip', 'identity'] },

    // Where it does not, what it likes best.
    { header: 'gzip;q=0.5, br;q=0.4', codings: ['gzip', 'br', 'identity'] },
    { header: 'identity;q=1, gzip;q=0.5', codings: ['identity', 'gzip'] },
    { header: 'gzip;q=0.001, identity;q=0.002', codings: ['identity', 'gzip'] },

    // What it does not take at all.
    { header: 'gzip;q=0', codings: ['identity'] },
    { header: 'identity;q=0', codings: [] },
    { header: 'identity;q=0, gzip, br', codings: ['br', 'gzip'] },

    // Any coding, and those that are named beside it.
    { header: '*', codings: all },
    { header: '*;q=0', codings: [] },
    { header: 'gzip;q=0, *', codings: ['br', 'identity'] },
    { header: 'identity;q=0, *', codings: ['br', 'gzip'] },

    // Names and parameters are spelled as one likes, with space around.
    { header: 'GZIP', codings: ['gzip', 'identity'] },
    { header: 'gZip;Q=0.5, bR;q=0.1', codings: ['gzip', 'br', 'identity'] },
    { header: '\tgzip\t,\tbr', codings: all },

    // What is not one of ours; x-gzip is of HTTP/1.0, and nobody sends it.
    { header: 'x-gzip', codings: ['identity'] },
    { header: 'deflate', codings: ['identity'], theirs: 'deflate' },
    { header: 'constructor, __proto__, hasOwnProperty', codings: ['identity'] },

    // What is not a list of codings gives the page as it is, or what can be read of it.
    { header: ',', codings: ['identity'] },
    { header: 'gzip;q=abc', codings: ['identity'] },
    { header: 'gzip;q=-1', codings: [] },
    { header: 'gzip;q=', codings: ['gzip', 'identity'], theirs: 'identity' },
    { header: 'gzip br', codings: ['identity'] },
    { header: 'ünïcode, 世界', codings: ['identity'] }
  ].map((each) => ({ ...each, name: JSON.stringify(each.header) ?? 'no header' }))

  test.each(cases)('$name: $codings', ({ header, codings }) => {
    expect(namesOf(header)).toEqual(codings)
    // Once more, as it may have been kept.
    expect(namesOf(header)).toEqual(codings)
  })

  test.each(cases)('$name: the first is what compression takes', ({ header, codings: [first = 'identity'], theirs = first }) => {
    expect(choiceOfCompression(header)).toBe(theirs)
  })

  test('of random lists, the first is the one that compression selects', () => {
    // Their version of negotiator does not know `Q`.
    const quality = fc.constantFrom('', ';q=0', ';q=1', ';q=0.5', '; q=0.001', ';q=0.999', ' ; q=0.5')
    const member = fc.tuple(fc.constantFrom('gzip', 'br', 'identity', '*', 'GZIP', 'zstd', ''), quality).map((pair) => pair.join(''))
    // To them, deflate is one more that `*` stands for.
    const list = fc.array(member, { maxLength: 6 }).map((members) => ['deflate;q=0', ...members].join(', '))
    fc.assert(fc.property(list, (header) => {
      expect(namesOf(header)[0] ?? 'identity').toBe(choiceOfCompression(header))
    }), propertyRuns(2000))
  })

  test('of random text are supported codings without repetition', () => {
    const piece = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 8 }), fc.constantFrom('gzip', 'br', 'identity', '*', ';q=', '0', '1', ',', ';', '"', '\\', ' '))
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const codings = namesOf(pieces.join(''))
      expect(all).toEqual(expect.arrayContaining(codings))
      expect(new Set(codings).size).toBe(codings.length)
    }), propertyRuns(2000))
  })
})

// Whether a header was kept shows in that the list is the same one.
describe('parsed headers', () => {
  const isKept = (header) => {
    const first = acceptedCodings(header)
    return acceptedCodings(header) === first
  }

  test.each([
    { name: 'of browsers', header: 'gzip, deflate, br, zstd' },
    { name: 'with every quality', header: 'br;q=1.0, gzip;q=0.8, deflate;q=0.6, zstd;q=0.4, identity;q=0.2, *;q=0.1' },
    { name: 'without one', header: undefined }
  ])('are cached: $name', ({ header }) => expect(isKept(header)).toBe(true))

  test.each([1_000, 10_000, 100_000])('of %d characters are parsed, but not cached', (length) => {
    const header = 'gzip'.padStart(length, 'x, ')
    expect(namesOf(header)[0]).toBe('gzip')
    expect(isKept(header)).toBe(false)
  })

  test('are cached up to a limit', () => {
    const headerOf = (i) => `gzip;q=0.5, x-${i}`
    const lists = Array.from({ length: 5000 }, (_, i) => acceptedCodings(headerOf(i)))
    const keptOnes = lists.filter((list, i) => acceptedCodings(headerOf(lists.length - 1 - i)) === lists[lists.length - 1 - i])
    expect(keptOnes.length).toBeGreaterThan(10)
    expect(keptOnes.length).toBeLessThan(500)
  })
})
