'use strict'

const { resultOf } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

// What an app does to a response after it has sent a page: the page is whole, and the app notices the same as with its framework alone.

const folder = viewFolder({ 'page.ejs': '<main><%- x %></main>' })

const APPS = [
  { framework: 'express', version: '4', name: 'Express 4' },
  { framework: 'express', version: '5', name: 'Express 5' },
  { framework: 'express', version: '5', name: 'Express 5, below an `end` that may read pages', wrapsEnd: true },
  { framework: 'express', version: '5', name: 'Express 5, below such an `end`, compressed', wrapsEnd: true, options: { compress: true } },
  { framework: 'koa', version: '2', name: 'Koa 2' },
  { framework: 'koa', version: '3', name: 'Koa 3' }
]

const run = (side, app) => resultOf(['test/support/late-app.js', JSON.stringify({ ...app, side, views: folder.file('.') })])

/** A framework alone ends its process if an app ends a response with more text before the page has left. */
function withoutCrashes (results) {
  const isCrash = (line) => line === 'uncaughtException ERR_STREAM_WRITE_AFTER_END'
  return Object.fromEntries(Object.entries(results).map(([name, { log, ...answer }]) => [name, { ...answer, log: log.filter((line) => !isCrash(line)) }]))
}

test.each(APPS)('after a page of $name', async (app) => {
  const [alone, ours] = await Promise.all(['alone', 'ours'].map((side) => run(side, app)))
  expect(Object.keys(alone).length).toBeGreaterThanOrEqual(40)
  for (const { status, isWhole } of Object.values(alone)) expect({ status, isWhole }).toEqual({ status: 200, isWhole: true })
  expect(app.wrapsEnd ? withoutCrashes(ours) : ours).toEqual(withoutCrashes(alone))
}, 60_000)
