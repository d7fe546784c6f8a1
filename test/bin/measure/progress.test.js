'use strict'

let progress
let lines

beforeEach(() => {
  lines = []
  jest.isolateModules(() => { progress = require('../../../bin/measure/progress') })
  jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(line))
  jest.spyOn(performance, 'now').mockReturnValue(0)
})

test('shows only the current step if the total is unknown', () => {
  progress.show('article: round 1')
  expect(lines.join('')).toContain('article: round 1')
  expect(lines.join('')).not.toContain('%')
})

test('shows the share of the expected time, and the time left', () => {
  progress.reach({ total: 200, done: 50, step: 20 })
  progress.show('a')
  performance.now.mockReturnValue(10_000)
  progress.show('b')
  expect(lines.join('')).toMatch(/\[25 %, 3 min left\] a\s[^]*\[30 %, 3 min left\] b/)
})

test('a step that takes longer than expected does not count as the next', () => {
  progress.reach({ total: 200, done: 150, step: 20 })
  performance.now.mockReturnValue(600_000)
  progress.show('a')
  expect(lines.join('')).toContain('[85 %, 30 s left] a')
})
