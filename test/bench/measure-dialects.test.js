'use strict'

const { Child } = require('../../bench/child')
const { measureDialects } = require('../../bench/dialects')
const progress = require('../../bench/progress')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

/** Answers as a child of `side.js` does. */
function answer (pageOf, log) {
  jest.spyOn(Child.prototype, 'kill').mockImplementation(function () { log.push(`kill ${sideOf(this)}`); this.process.kill('SIGKILL') })
  jest.spyOn(Child.prototype, 'ask').mockImplementation(async function (question) {
    if (typeof question === 'number') return Buffer.from(pageOf(sideOf(this))).toString('base64')
    log.push(`${sideOf(this)} ${question.turn}`)
    return 1500
  })
}

const sideOf = ({ name }) => name.split(' ').at(-1)

test('the sides take turns in new processes, after one that warms up', async () => {
  const log = []
  answer(() => '<p>', log)
  const [article, listing] = await measureDialects(['mustache'], 2)
  expect(article).toEqual({ dialect: 'mustache', page: 'article', bytes: 3, microseconds: { engine: [1.5, 1.5], ours: [1.5, 1.5] } })
  expect(listing.page).toBe('listing')
  expect(log.slice(0, 12)).toEqual([
    'engine 1000', 'ours 1000', 'ours 200', 'engine 200', 'kill engine', 'kill ours',
    'engine 1000', 'ours 1000', 'engine 200', 'ours 200', 'kill engine', 'kill ours'
  ])
})

test('a difference is an error that says where, and nothing is timed', async () => {
  const log = []
  answer((side) => side === 'ours' ? '<p>x' : '<p>', log)
  await expect(measureDialects(['pug'], 1)).rejects.toThrow('pug, article: page 1 of buffered-render is not that of the engine: parts at byte 3')
  expect(log).toEqual(['kill engine', 'kill ours'])
})
