'use strict'

const path = require('node:path')
const progress = require('../../bin/measure/progress')
const { measureStarts, parseOptions } = require('../../bench/starts')

const ROOT = path.join(__dirname, '../..')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

test('each start is measured, in turns', async () => {
  const measured = await measureStarts('fortunes', { first: ROOT, second: ROOT }, { starts: 1, requests: 10 })
  expect(measured).toEqual({ first: [expect.any(Number)], second: [expect.any(Number)] })
  for (const [microseconds] of Object.values(measured)) expect(microseconds).toBeGreaterThan(0)
})

test('the command line takes a folder, a page and the number of starts', () => {
  expect(parseOptions([])).toMatchObject({ pages: ['fortunes', 'article'], starts: 100, folder: undefined })
  expect(parseOptions(['old', '--page', 'article', '--starts', '9'])).toMatchObject({ pages: ['article'], starts: 9, folder: 'old' })
  expect(() => parseOptions(['old', 'older'])).toThrow("starts takes one folder; got 'old older'")
  expect(() => parseOptions(['--page', 'index'])).toThrow("--page takes fortunes, article; got 'index'")
})
