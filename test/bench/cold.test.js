'use strict'

const { execFileSync } = require('node:child_process')
const { measureApps, measureFirstRenders, measureFirstRequests, measureIdle, measureLoading, measureStarts } = require('../../bench/cold')
const { createApp } = require('../../bench/cold/app-folder')
const { LANGUAGES } = require('../../bench/cold/express-app')
const { NAMES } = require('../../bench/cold/parts')
const { withFolder } = require('../../bench/folder')
const { majorOf } = require('../../bench/node-versions')
const { dialectPages } = require('../../bench/pages')
const progress = require('../../bin/measure/progress')

beforeEach(() => jest.spyOn(progress, 'show').mockReturnValue())

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

test('an idle app and the start of one are measured', async () => {
  const version = majorOf(process.version)
  const idle = ['Express', 'ours']
  const starts = ['Express', 'ours', 'precompiled', 'off', 'check', 'Express, NODE_COMPILE_CACHE', 'ours, NODE_COMPILE_CACHE', 'precompiled, NODE_COMPILE_CACHE']
  for (const [measure, kinds] of [[measureIdle, idle], [measureStarts, starts]]) {
    const { [version]: { ejs } } = await measureApps(measure, { rounds: 1, node: [version], languages: ['ejs'] })
    expect(Object.keys(ejs)).toEqual(kinds)
    for (const [each] of Object.values(ejs)) expect(each.start ?? each.milliseconds).toBeGreaterThan(0)
  }
})

test.each(LANGUAGES)('an app answers in %s', async (language) => {
  const { article } = dialectPages
  await withFolder(async (folder) => {
    await createApp('.', folder, article.foldersOf(language)[0])
    const app = { language, view: article.view, locals: article.data(1), isSpliced: true }
    const printed = execFileSync(process.execPath, [require.resolve('../../bench/cold/first-request'), JSON.stringify(app)], { cwd: folder })
    expect(JSON.parse(printed).milliseconds).toBeGreaterThan(0)
  })
})
