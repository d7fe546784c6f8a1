'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { FOLDER, drawCharts } = require('../../bench/charts')
const { readResults } = require('../../bench/results')

const [results] = readResults()
const charts = drawCharts(results)
const names = Object.keys(charts)

test('are up to date with the results', () => {
  expect(fs.readdirSync(FOLDER).sort()).toEqual(names.toSorted())
  for (const name of names) expect(fs.readFileSync(path.join(FOLDER, name), 'utf8')).toBe(charts[name])
})

test.each(names)('%s has a title, a unit, the conditions, and no scripts or external resources', (name) => {
  const svg = charts[name]
  expect(svg).toMatch(/^<svg [^>]*>\n<rect [^>]*fill="#ffffff"/)
  expect(svg).toMatch(/>(Requests per second|Rendering to bytes)/)
  expect(svg).toMatch(/>(requests\/s|µs)</)
  expect(svg).toContain(`>Node ${results.node}, ${results.machine.cpu}`)
  expect(svg).not.toMatch(/<script|<style|<image|<foreignObject|\son\w+=|href|url\(/i)
})

test('bars are sorted by speed, and whiskers reach from the lowest value to the highest', () => {
  const other = structuredClone(results)
  const [page] = other.peers
  page.rounds = [1000, 3000, 4000].map((rate) => Object.fromEntries(page.variants.map((variant) => [variant, { requestsPerSecond: rate }])))
  for (const round of page.rounds) round['http-ghtml'].requestsPerSecond += 1000
  const svg = drawCharts(other)[`${page.name}.svg`]
  expect(svg.indexOf('node:http, ghtml')).toBeLessThan(svg.indexOf('Express, EJS'))

  const [, from, to] = /<path d="M(\S+) \S+L(\S+) \S+" stroke="#1f2937"/.exec(svg).map(Number)
  // The axis starts at the names and ends at 6,000, so 2,000 to 5,000 are half of it.
  expect((to - from) / (836 - 240)).toBeCloseTo(1 / 2, 1)
})
