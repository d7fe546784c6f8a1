'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { measureProject } = require('../../bench/real')
const progress = require('../../bin/measure/progress')
const { viewFolder } = require('../support/view-folder')

let folder

beforeEach(() => {
  folder = viewFolder().file('.')
  jest.spyOn(progress, 'show').mockReturnValue()
})

/** @returns {Promise<object>} of a project in EJS */
function measureViews (views) {
  for (const [name, text] of Object.entries(views)) fs.writeFileSync(path.join(folder, name), text)
  return measureProject({ name: 'books', language: 'ejs', roots: [folder] }, 1)
}

test('views are measured that the engine renders to text', async () => {
  const { views, ...project } = await measureViews({
    'list.ejs': '<ul><% for (const { title } of books) { %><li><%= title %></li><% } %></ul>',
    'value.ejs': '<% return { title } %>',
    'broken.ejs': '<% if (title) { %>'
  })
  expect(project).toEqual({ name: 'books', language: 'ejs', notRendered: 2 })
  const micros = expect.any(Number)
  const list = '<ul><li>The title of it</li><li>The title of it</li><li>The title of it</li></ul>'
  expect(views).toEqual([{ view: 'list.ejs', bytes: list.length, engine: micros, ours: micros, named: micros }])
})

test('a view with other bytes than by its engine is an error', async () => {
  const counter = '<% globalThis.renders = (globalThis.renders ?? 0) + 1 %><%= globalThis.renders %>'
  await expect(measureViews({ 'counter.ejs': counter })).rejects.toThrow(`${path.join(folder, 'counter.ejs')}: other bytes than by the engine`)
})
