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
  expect(svg).toMatch(/>(CPU time of a request|Requests per second|Rendering to bytes)/)
  expect(svg).toMatch(/>(requests\/s|µs)</)
  expect(svg).toContain(`>Node ${results.node}, ${results.machine.cpu}`)
  expect(svg).not.toMatch(/<script|<style|<image|<foreignObject|\son\w+=|href|url\(/i)
})
