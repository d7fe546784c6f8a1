'use strict'

const { Rendered } = require('../../lib/page/rendered')
const { compare } = require('../../lib/modes/outcome')

/** Gives the values in turn, or throws them if they are errors, and the last one again and again. */
function inTurn (...values) {
  return () => {
    const value = values.length > 1 ? values.shift() : values[0]
    if (value instanceof Error) throw value
    return value
  }
}
const thrower = (error) => () => { throw error }
const page = (text) => new Rendered([text])
const boom = new Error('boom')
const unreadable = { get name () { throw boom }, get message () { throw boom } }

test('a promise may be one of another library', async () => {
  const thenable = () => ({ then: (resolve) => resolve('a') })
  expect(await compare(thenable, () => page('a'))).toMatchObject({ result: 'same' })
})

test.each([
  ['the same page', inTurn('a'), inTurn(page('a')), 'same'],
  ['the same empty page', inTurn(undefined), inTurn(new Rendered([])), 'same'],
  ['the same bytes of an unpaired surrogate', inTurn('\ud83d'), inTurn(page('\ufffd')), 'same'],
  ['the same page, which the engine rendered for us', inTurn('a'), inTurn(Object.assign(page('a'), { engineFallback: 'is rare' })), 'byEngine'],
  ['another page, which the engine rendered for us', inTurn('a'), inTurn(Object.assign(page('b'), { engineFallback: 'is rare' })), 'differs'],
  ['another page', inTurn('a'), inTurn(page('b')), 'differs'],
  ['the same error', inTurn(boom), inTurn(new Error('boom')), 'sameError'],
  ['an error with another message', inTurn(boom), inTurn(new Error('bang')), 'differs'],
  ['an error with another name', inTurn(boom), inTurn(new TypeError('boom')), 'differs'],
  ['an error in place of a page', inTurn('a'), inTurn(boom), 'differs'],
  ['a page in place of an error', inTurn(boom), inTurn(page('a')), 'differs'],
  ['a thrown string', thrower('a'), thrower('a'), 'sameError'],
  ['other thrown strings', thrower('a'), thrower('b'), 'differs'],
  ['a thrown object without a prototype', thrower(Object.create(null)), thrower(Object.create(null)), 'sameError'],
  ['an error that throws when it is read', thrower(unreadable), thrower(unreadable), 'sameError'],
  ['a falsy error, which is an empty page for Express', inTurn(undefined), thrower(null), 'same'],
  ['an engine that gives other pages', inTurn('a', 'b', 'c'), inTurn(page('b')), 'notCompared'],
  ['an engine that gives its first page every other time', inTurn('a', 'a', 'b'), inTurn(page('b')), 'notCompared'],
  ['an engine that fails later', inTurn('a', boom), inTurn(page('b')), 'notCompared'],
  ['an engine that fails first', inTurn(boom, 'a'), inTurn(page('a')), 'notCompared']
])('%s', async (_, byEngine, byUs, result) => {
  const comparison = compare(byEngine, byUs)
  expect(comparison).not.toBeInstanceOf(Promise)
  expect(comparison.result).toBe(result)
})

test.each([[true, false], [false, true], [true, true]])('gives a promise if a render is asynchronous: engine %s, ours %s', async (isEngineAsync, isOursAsync) => {
  const give = (value, isAsync) => () => isAsync ? Promise.resolve(value) : value
  const comparison = compare(give('a', isEngineAsync), give(page('a'), isOursAsync))
  expect(comparison).toBeInstanceOf(Promise)
  expect((await comparison).result).toBe('same')
  expect((await compare(() => Promise.reject(boom), give(page('a'), isOursAsync))).result).toBe('differs')
})

test('an error that an engine changes at each render is that of the first', () => {
  const error = new Error('')
  const change = () => {
    error.message += 'line\n'
    throw error
  }
  const { alone, ours, result } = compare(change, change)
  expect({ alone: alone.message, ours: ours.message, result }).toEqual({ alone: 'line\n', ours: 'line\nline\n', result: 'notCompared' })
})

describe('our render', () => {
  /** What has happened when `compare` returns, and in the end. */
  async function logsOf (answer, isRendered) {
    const log = []
    const byEngine = () => log.push('engine') && answer(() => log.push('engine answers') && 'a')
    const comparison = compare(byEngine, () => log.push('ours') && page('a'), isRendered)
    const atReturn = [...log]
    await comparison
    return [atReturn, log]
  }
  const later = (give) => Promise.resolve().then(give)

  test('begins once the engine has answered', async () => {
    const all = ['engine', 'engine answers', 'ours']
    expect(await logsOf((give) => give())).toEqual([all, all])
    expect(await logsOf(later)).toEqual([['engine'], all])
  })

  test('begins as soon as the call of the engine returns, if it has rendered by then', async () => {
    expect(await logsOf(later, true)).toEqual([['engine', 'ours'], ['engine', 'ours', 'engine answers']])
  })
})
