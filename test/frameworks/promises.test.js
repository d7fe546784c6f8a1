'use strict'

const { resultOf } = require('../support/run-script')

let results
beforeAll(async () => { results = await resultOf(['test/support/promise-pages.js'], { timeout: 50_000 }) }, 60_000)

/** A rejection that the engine handles late is unhandled until then. */
const isHandledLate = ({ alone, ours, handlesLate }) => handlesLate && ours.rejections.length < alone.rejections.length

const sides = (side) => Object.fromEntries(Object.entries(results.beside).map(([name, sides]) => [name, isHandledLate(sides) ? { ...sides[side], rejections: [] } : sides[side]]))

test('a page with promises among its locals equals that of the engine alone, and so do unhandled rejections', () => {
  expect(sides('ours')).toEqual(sides('alone'))
  expect(results.fallThrough).toBe(0)
  expect(Object.keys(results.beside).length).toBeGreaterThan(500)
})

test('the compared pages include complete pages, errors, and unhandled rejections', () => {
  const alone = Object.values(sides('alone'))
  const bodies = alone.map(({ result }) => result.body ?? result)
  expect(bodies.some((body) => body.includes('[object Promise]'))).toBe(true)
  expect(bodies).toContain('[nonef')
  expect(alone.some(({ seen }) => seen.includes('ran'))).toBe(true)
  expect(alone.some(({ rejections }) => rejections.length > 0)).toBe(true)
})

test('a promise that rejects while a page is streamed causes no unhandled rejection', () => {
  const rejections = Object.values(results.streamed).flatMap(({ rejections }) => rejections)
  expect(rejections).toEqual([])
  expect(results.streamed['.ejs, unused, settled'].result).toMatchObject({ status: 200, body: 'f' })
  expect(results.streamed['.ejs, unused, settled, Koa'].result).toMatchObject({ status: 200, body: 'f' })
  expect(results.streamed['.pug, unused, settled'].result).toMatchObject({ status: 500, body: 'never handled' })
})
