'use strict'

const ejs = require('ejs')
const { measureCompilations } = require('../../bench/compile')
const progress = require('../../bin/measure/progress')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

test('a page that differs from the engine\'s is an error', async () => {
  jest.spyOn(ejs, 'renderFile').mockResolvedValue('another page')
  await expect(measureCompilations()).rejects.toThrow('compile: the page fortunes differs from the page of EJS')
})

test('every call of both sides compiles again', async () => {
  const compile = jest.spyOn(ejs, 'compile')
  const renderFile = jest.spyOn(ejs, 'renderFile')
  const [{ page, microseconds }] = await measureCompilations()
  expect(page).toBe('Fortunes')
  for (const list of Object.values(microseconds)) expect(list).toHaveLength(9)
  expect(renderFile.mock.calls.length).toBeGreaterThan(9)
  // A view with includes also compiles the included views.
  expect(compile.mock.calls.length).toBeGreaterThan(renderFile.mock.calls.length)
})
