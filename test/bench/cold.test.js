'use strict'

const { measureApps, measureFirstRenders, measureFirstRequests, measureIdle, measureLoading, measureStarts } = require('../../bench/cold')
const { createApp } = require('../../bench/cold/app-folder')
const { NAMES } = require('../../bench/cold/parts')
const { withFolder } = require('../../bench/folder')
const { majorOf } = require('../../bench/node-versions')
const { dialectPages } = require('../../bench/pages')
const progress = require('../../bin/measure/progress')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())
afterEach(() => jest.restoreAllMocks())

test('each process renders both pages', async () => {
  const measured = await measureFirstRenders('mustache', process.cwd(), 1)
  expect(Object.keys(measured)).toEqual(['engine', 'ours', 'precompiled', 'other'])
  for (const [[article, both], ...others] of Object.values(measured)) {
    expect(others).toEqual([])
    expect(article).toBeGreaterThan(0)
    expect(both).toBeGreaterThan(article)
  }
})

test('loading is measured beside Express', async () => {
  const { Express: [express], ours: [ours] } = await measureLoading(undefined, 1)
  expect(express.milliseconds).toBeGreaterThan(0)
  expect(ours).toEqual({ milliseconds: expect.any(Number), files: expect.any(Number), longest: expect.any(Number) })
  expect(ours.files).toBeGreaterThan(0)
})

const [views] = dialectPages.article.foldersOf('ejs')

test('the first request is measured at once and after loading ahead, with its parts', async () => {
  const measured = await withFolder(async (folder) => measureFirstRequests('ejs', [await createApp('.', folder, views)], 1, majorOf(process.version)))
  expect(Object.keys(measured)).toEqual(['Express', 'at once', 'loaded ahead', 'parts at once', 'parts loaded ahead'])
  for (const [{ milliseconds, ten }] of Object.values(measured)) {
    expect(milliseconds).toBeGreaterThan(0)
    expect(ten).toBeGreaterThan(milliseconds)
  }
  const [atOnce, ahead] = ['at once', 'loaded ahead'].map((kind) => measured[`parts ${kind}`][0].parts)
  expect(NAMES).toEqual(expect.arrayContaining(Object.keys(atOnce)))
  for (const part of ['loading: acorn', 'loading: files of this library', 'parsing by acorn', 'rewriting and evaluating']) expect(atOnce[part]).toBeGreaterThan(0)
  expect(ahead).not.toHaveProperty('loading: acorn')
})

test.each(['ejs', 'handlebars', 'liquid', 'nunjucks', 'pug'])('an idle app and the start of one are measured: %s', async (language) => {
  const version = majorOf(process.version)
  for (const measure of [measureIdle, measureStarts]) {
    const { [version]: { [language]: measured } } = await measureApps(measure, { rounds: 1, node: [version], languages: [language] })
    const kinds = measure === measureIdle
      ? ['Express', 'ours']
      : ['Express', 'ours', 'precompiled', 'off', 'check', ...['Express', 'ours', 'precompiled'].map((kind) => `${kind}, NODE_COMPILE_CACHE`)]
    expect(Object.keys(measured)).toEqual(kinds)
    for (const [each] of Object.values(measured)) expect(each.start ?? each.milliseconds).toBeGreaterThan(0)
  }
})
