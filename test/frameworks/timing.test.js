'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')
const { childEnv } = require('../support/child-env')
const { everything } = require('../support/level')
const { ENGINES } = require('../support/timing')

const APP = path.join(__dirname, '../support/timing-app.js')

/** One of each that answers at another moment, or all. */
const engines = everything ? Object.keys(ENGINES) : ['ejs', 'nunjucks', 'liquid']

/** What all cases of `timing-app.js` come to. */
async function run (version, side) {
  const args = [APP, JSON.stringify({ version, side, engines })]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: childEnv(), maxBuffer: 1e8 })
  return JSON.parse(stdout)
}

/**
 * What the app is told, where it is to be the same. The process of stock ends by what is thrown
 * when something else has been sent; we tell the app. A body after the end ends it as well, if it
 * comes so soon that the response is still there; we ignore it. hbs calls back once more.
 */
function comparable ({ answer, log }) {
  const told = log
    .filter((line) => line !== 'uncaught ERR_STREAM_WRITE_AFTER_END' && !/^called with .*\.handlebars: thrown$/.test(line))
    .map((line) => line.replace('uncaught ERR_HTTP_HEADERS_SENT', 'error ERR_HTTP_HEADERS_SENT'))
  return { answer, log: told }
}

describe.each(['4', '5'])('Express %s', (version) => {
  test('runs the code of an app after res.render at the same moment as Express alone', async () => {
    const [stock, ours] = await Promise.all(['stock', 'ours'].map((side) => run(version, side)))
    const names = Object.keys(stock)
    expect(names.length).toBe(124 * engines.length)
    expect(Object.keys(ours)).toEqual(names)
    const differing = names.filter((name) => JSON.stringify(comparable(stock[name])) !== JSON.stringify(comparable(ours[name])))
    expect(differing.map((name) => ({ name, stock: comparable(stock[name]), ours: comparable(ours[name]) }))).toEqual([])
  }, 120_000)
})
