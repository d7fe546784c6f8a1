'use strict'

const { Child } = require('../../bin/measure/child')
const progress = require('../../bin/measure/progress')
const contests = require('../../bench/rendering/contests')
const { measureRendering } = require('../../bench/renderings')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

const contest = contests.find(({ title }) => title === 'mustache, translated article')
const OURS = 'buffered-render, mustache'

/** Answers like a child process of `renderer.js`. */
function answer (pageOf, log) {
  const sideOf = ({ name }) => name.endsWith(OURS) ? 'ours' : 'engine'
  jest.spyOn(Child.prototype, 'kill').mockImplementation(function () { log.push(`kill ${sideOf(this)}`); this.process.kill('SIGKILL') })
  jest.spyOn(Child.prototype, 'ask').mockImplementation(async function (question) {
    if (typeof question === 'number') return Buffer.from(pageOf(sideOf(this))).toString('base64')
    log.push(`${sideOf(this)} ${question.turn}`)
    return 1500
  })
}

test('the renderers take turns in new processes, after a warm-up', async () => {
  const log = []
  answer(() => '<p>', log)
  expect(await measureRendering(contest, 2)).toEqual({
    name: 'mustache',
    page: 'translated article',
    expected: 1,
    bytes: 3,
    microseconds: { mustache: [1.5, 1.5], [OURS]: [1.5, 1.5] }
  })
  expect(log).toEqual([
    'engine 1000', 'ours 1000', 'ours 200', 'engine 200', 'kill engine', 'kill ours',
    'engine 1000', 'ours 1000', 'engine 200', 'ours 200', 'kill engine', 'kill ours'
  ])
})

test('a difference is an error with its position, and nothing is timed', async () => {
  const log = []
  answer((side) => side === 'ours' ? '<p>x' : '<p>', log)
  await expect(measureRendering(contest, 1)).rejects.toThrow(`mustache, translated article: page 1 of ${OURS} differs from that of mustache: it differs at byte 3`)
  expect(log).toEqual(['kill engine', 'kill ours'])
})
