'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { FOLDER, drawCharts } = require('../../bench/charts')
const { readResults } = require('../../bench/results')

const [results] = readResults()
const charts = drawCharts(results)
const names = Object.keys(charts)

test('are up to date with the results', () => {
  expect(fs.readdirSync(FOLDER).filter((file) => file.endsWith('.svg')).sort()).toEqual(names.toSorted())
  for (const name of names) expect(fs.readFileSync(path.join(FOLDER, name), 'utf8')).toBe(charts[name])
})

test('are the same for the same results', () => {
  expect(drawCharts(structuredClone(results))).toEqual(charts)
})

describe.each(names)('%s', (name) => {
  const svg = charts[name]

  test('has a white background, a title, a unit and the conditions', () => {
    expect(svg).toMatch(/^<svg [^>]*>\n<rect [^>]*fill="#ffffff"/)
    expect(svg).toMatch(/>(Requests per second|Rendering to bytes|Cost of a response)/)
    expect(svg).toMatch(/>(requests\/s|µs)</)
    expect(svg).toContain(`>Node ${results.node}, ${results.machine.cpu}`)
  })

  test('has no scripts, no external resources and no generated names', () => {
    expect(svg).not.toMatch(/<script|<style|<image|<foreignObject|\son\w+=|href|url\((?!#)|class=|zr\d/i)
    expect([...svg.matchAll(/https?:[^"]*/g)].map(([url]) => url)).toEqual(['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'])
  })
})

test('the pages have a bar and a figure for each server', () => {
  const { pages } = results
  const bars = pages.flatMap((page) => [page.baseline, page.ours, page.limit].filter(Boolean))
  const figures = charts['pages.svg'].match(/font-size:11px/g)
  expect(figures).toHaveLength(bars.length)
  for (const { title } of pages) expect(charts['pages.svg']).toContain(`>${title}</text>`)
})

test('bars are sorted by speed, and whiskers reach from the lowest value to the highest', () => {
  const other = structuredClone(results)
  const [page] = other.peers
  page.rounds = [1000, 3000, 4000].map((rate) => Object.fromEntries(page.variants.map((variant) => [variant, { requestsPerSecond: rate }])))
  for (const round of page.rounds) round['http-ghtml'].requestsPerSecond += 1000
  const svg = drawCharts(other)[`${page.name}.svg`]
  expect(svg.indexOf('node:http, ghtml')).toBeLessThan(svg.indexOf('Express, EJS'))

  const ends = [...svg.matchAll(/<path d="M(\S+) (\S+)L(\S+) (\S+)"[^>]*stroke="#1f2937"/g)].map(([, ...numbers]) => numbers.map(Number))
  const [[from, , to]] = ends.filter(([x1, y1, x2, y2]) => y1 === y2 && x2 > x1)
  // The axis starts at the names and ends at 5,000, so 2,000 to 5,000 are three fifths of it.
  expect((to - from) / (836 - 240)).toBeCloseTo(3 / 5, 1)
})
