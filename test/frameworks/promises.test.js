'use strict'

const { execFile } = require('node:child_process')
const { promisify } = require('node:util')

const script = require.resolve('../support/promise-pages')

let found
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 2 ** 24, timeout: 50_000 })
  found = JSON.parse(stdout)
}, 60_000)

/** LiquidJS reads files before it gets to a promise that has been rejected, which nobody handles meanwhile. */
const isHandledLate = (name, { stock, ours }) => name.includes('.liquid') && ours.rejections.length < stock.rejections.length

const sides = (side) => Object.fromEntries(Object.entries(found.beside).map(([name, sides]) => [name, isHandledLate(name, sides) ? { ...sides[side], rejections: [] } : sides[side]]))

test('a page with promises among its locals equals that of the engine alone, and so do unhandled rejections', () => {
  expect(sides('ours')).toEqual(sides('stock'))
  expect(found.fallThrough).toBe(0)
  expect(Object.keys(found.beside).length).toBeGreaterThan(500)
})

test('the compared pages include complete pages, errors, and unhandled rejections', () => {
  const stock = Object.values(sides('stock'))
  const bodies = stock.map(({ result }) => result.body ?? result)
  expect(bodies.some((body) => body.includes('[object Promise]'))).toBe(true)
  expect(bodies).toContain('[nonef')
  expect(stock.some(({ seen }) => seen.includes('ran'))).toBe(true)
  expect(stock.some(({ rejections }) => rejections.length > 0)).toBe(true)
})

test('a promise that rejects while a page is streamed causes no unhandled rejection', () => {
  const rejections = Object.values(found.streamed).flatMap(({ rejections }) => rejections)
  expect(rejections).toEqual([])
  expect(found.streamed['.ejs, unused, settled'].result).toMatchObject({ status: 200, body: 'f' })
  expect(found.streamed['.pug, unused, settled'].result).toMatchObject({ status: 500, body: 'never handled' })
})
