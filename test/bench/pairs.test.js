'use strict'

const { noiseIn, expectQuiet } = require('../../bench/noise')
const { addPairs, groupsOf, inProcesses, ratiosIn } = require('../../bench/pairs')
const progress = require('../../bin/measure/progress')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())

test('two contenders take turns in the order A B B A, and the next pair begins with the other', async () => {
  const groups = groupsOf(['A', 'B'])
  const order = []
  await addPairs(groups, { title: 'page', pairs: 2, takeTurn: async (name) => order.push(name) })
  expect(order.join(' ')).toBe('A B B A B A A B')
})

test('a machine that gets slower from turn to turn leaves the ratios as they are', async () => {
  const groups = groupsOf(['A', 'B', 'C', 'D'])
  let turns = 0
  await addPairs(groups, { title: 'page', pairs: 3, takeTurn: async (name) => ({ A: 30, B: 10, C: 15, D: 30 })[name] * (1 + 0.01 * turns++) })
  for (const [name, expected] of [['B', 3], ['C', 2], ['D', 1]]) {
    const ratios = ratiosIn(groups, name)
    expect(ratios).toHaveLength(3)
    for (const ratio of ratios) expect(ratio).toBeCloseTo(expected, 2)
  }
})

test('each of many contenders is beside the first one', () => {
  expect(groupsOf(['A', 'B', 'C', 'D'])).toEqual([{ A: [], B: [], C: [] }, { A: [], D: [] }])
})

test('some pairs have new processes', async () => {
  const taken = []
  await inProcesses(25, async (pairs) => taken.push(pairs))
  expect(taken).toEqual([10, 10, 5])
})

describe('results whose quartiles are more than 30 % apart', () => {
  const quiet = { name: 'article', groups: [{ express: [100, 100, 100, 100, 100], ours: [45, 47, 50, 53, 55] }] }
  const noisy = { name: 'listing', groups: [{ express: [100, 100, 100, 100, 100], ours: [50, 50, 50, 50, 50], koa: [25, 40, 50, 80, 90] }] }

  test('are named with what is too noisy', () => {
    expect(noiseIn([quiet])).toEqual([])
    expect(noiseIn([quiet, noisy])).toEqual(['listing is too noisy: quartiles are more than 30 % apart (koa 2.00, quartiles 1.25 and 2.50)'])
  })

  test('are refused with the command that measures them again', () => {
    expect(() => expectQuiet([quiet], String)).not.toThrow()
    expect(() => expectQuiet([quiet, noisy, noisy], (names) => `run --only ${names}`)).toThrow(/^listing is too noisy: [^]*nothing else to do: run --only listing$/)
  })
})
