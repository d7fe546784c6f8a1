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

test.each(names)('%s has a title, the conditions, and no scripts or external resources', (name) => {
  const svg = charts[name]
  expect(svg).toMatch(/^<svg [^>]*>\n<rect [^>]*fill="#ffffff"/)
  expect(svg).toMatch(/>CPU time of a request/)
  expect(svg).toContain(`>Node ${results.node}, ${results.machine.cpu}`)
  expect(svg).not.toMatch(/<script|<style|<image|<foreignObject|\son\w+=|href|url\(/i)
})

test.each(names)('%s has no text below 12 pixels in the 358 that GitHub leaves on a phone', (name) => {
  const [, width] = /width="(\d+)"/.exec(charts[name])
  const sizes = [...charts[name].matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => size * 358 / width)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
})

test('bars are medians, and whiskers quartiles, of the CPU time as a share of that of the framework alone', () => {
  const drawn = structuredClone(results)
  const page = drawn.pages.find(({ name }) => name === 'article-browser')
  page.groups = [{ [page.baseline]: [100, 100, 100], [page.ours]: [20, 25, 50] }]
  const svg = drawCharts(drawn)['headline.svg']
  const width = (fill) => Number(new RegExp(`width="([\\d.]+)" height="22" fill="${fill}"`).exec(svg)[1])
  expect(width('#3b8ad0') / width('#c76f16')).toBeCloseTo(0.25, 2)
  expect(svg).toContain('>1 / 4.00<')
  const [, left] = /<rect x="([\d.]+)" y="[\d.]+" width="[\d.]+" height="22" fill="#3b8ad0"/.exec(svg)
  const [, from, to] = /<path d="M([\d.]+) [\d.]+L([\d.]+)/.exec(svg)
  // Quartiles of the ratios 2, 4 and 5 are 3 and 4.5.
  expect([from, to].map((x) => (x - left) / width('#c76f16'))).toEqual([expect.closeTo(1 / 4.5, 2), expect.closeTo(1 / 3, 2)])
})
