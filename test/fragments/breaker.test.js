'use strict'

const { setTimeout } = require('node:timers/promises')
const { Breaker, StoreError } = require('../../lib/fragments/breaker')
const { askUntil } = require('../support/ask-until')
const { gate } = require('../support/gate')

const never = () => new Promise(() => {})
const fails = async () => { throw new Error('broken') }

/** A breaker whose store works if `isThere` says so. */
function breakerOf (deadline = 100) {
  const store = { isThere: true, tries: 0 }
  const breaker = new Breaker(deadline, async () => {
    store.tries++
    if (!store.isThere) throw new Error('away')
  }, () => {})
  return { breaker, store }
}

describe('an operation', () => {
  test('gives its value, or the error as the cause of a StoreError', async () => {
    const { breaker } = breakerOf()
    expect(await breaker.run(async () => 7)).toBe(7)
    await expect(breaker.run(fails)).rejects.toThrow(StoreError)
    await expect(breaker.run(fails)).rejects.toMatchObject({ message: 'The fragment store has failed: broken', cause: new Error('broken') })
    await expect(breaker.run(() => Promise.reject())).rejects.toThrow('The fragment store has failed: undefined') // eslint-disable-line prefer-promise-reject-errors
    expect(await breaker.run(() => { throw new Error('at once') }).catch(({ message }) => message)).toBe('The fragment store has failed: at once')
  })

  test('that is not answered in time fails, and its late error is handled', async () => {
    const unhandled = jest.fn()
    process.on('unhandledRejection', unhandled)
    const { breaker } = breakerOf(20)
    await expect(breaker.run(() => breaker.inTime(never()))).rejects.toThrow('The fragment store has failed: no answer within 20 ms')
    const { promise: answer, fail } = gate()
    await expect(breaker.inTime(answer)).rejects.toThrow('no answer within 20 ms')
    fail(new Error('late'))
    await setTimeout(1)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('fails at once while the store is away, and is run again when it is back', async () => {
    const { breaker, store } = breakerOf()
    store.isThere = false
    await expect(breaker.run(fails)).rejects.toThrow('broken')
    await askUntil(async () => breaker.isAway, Boolean)
    const operation = jest.fn(async () => 7)
    await expect(breaker.run(operation)).rejects.toThrow(new StoreError('The fragment store is away'))
    expect(operation).not.toHaveBeenCalled()
    const start = performance.now()
    store.isThere = true
    await askUntil(async () => breaker.isAway, (isAway) => !isAway)
    expect(breaker.returnedAt).toBeGreaterThan(start)
    expect(await breaker.run(operation)).toBe(7)
  })

  test('that fails alone opens nothing', async () => {
    const { breaker, store } = breakerOf()
    for (let i = 0; i < 5; i++) await breaker.run(fails).catch(() => {})
    await askUntil(async () => breaker.isProbing, (isProbing) => !isProbing)
    expect(store.tries).toBeGreaterThan(0)
    expect(breaker).toMatchObject({ isAway: false, returnedAt: -Infinity })
  })
})

describe('an operation that is to be repeated', () => {
  test('is repeated until it succeeds, before the store counts as there', async () => {
    const { breaker, store } = breakerOf()
    let isRefused = true
    const done = []
    const operation = async () => {
      if (isRefused) throw new Error('refused')
      done.push(breaker.isAway)
    }
    store.isThere = false
    await expect(breaker.retry('key', operation)).rejects.toThrow('refused')
    await askUntil(async () => breaker.isAway, Boolean)
    isRefused = false
    store.isThere = true
    await askUntil(async () => breaker.isAway, (isAway) => !isAway)
    expect(done).toEqual([true])
    expect(breaker.retries.size).toBe(0)
  })

  test('is not repeated if the next one of its key succeeds', async () => {
    const { breaker } = breakerOf()
    const first = jest.fn(fails)
    await expect(breaker.retry('key', first)).rejects.toThrow('broken')
    await breaker.retry('key', async () => {})
    await askUntil(async () => breaker.isProbing, (isProbing) => !isProbing)
    expect(first.mock.calls.length).toBeLessThanOrEqual(2)
    expect(breaker.retries.size).toBe(0)
  })

  test('is repeated if it fails while an earlier one of its key is under way, and that succeeds', async () => {
    const { breaker } = breakerOf()
    const { promise: held, open: release } = gate()
    const earlier = breaker.retry('key', () => held)
    let count = 0
    const later = breaker.retry('key', async () => {
      if (++count <= 2) throw new Error('broken')
    })
    await expect(later).rejects.toThrow('broken')
    release()
    await earlier
    await askUntil(async () => count, (count) => count === 3)
  })
})
