'use strict'

const { resultOf } = require('../support/run-script')
const { ENGINES: engines } = require('../support/timing')

/** The results of all cases of `timing-app.js`. */
const run = (version, side) => resultOf(['test/support/timing-app.js', JSON.stringify({ version, side, engines })])

/**
 * The part of the log that must be the same. With Express alone, an error that is thrown after something
 * else has been sent ends the process; with ours, it goes to the app. With Express alone, a body after the
 * end also ends the process, if the response still exists; ours ignores it. hbs calls back once more.
 */
function comparable ({ answer, log }) {
  const comparableLog = log
    .filter((line) => line !== 'uncaught ERR_STREAM_WRITE_AFTER_END' && !/^called with .*\.handlebars: thrown$/.test(line))
    .map((line) => line.replace('uncaught ERR_HTTP_HEADERS_SENT', 'error ERR_HTTP_HEADERS_SENT'))
  return { answer, log: comparableLog }
}

describe.each(['4', '5'])('Express %s', (version) => {
  test('runs the code of an app after res.render at the same moment as Express alone', async () => {
    const [alone, ours] = await Promise.all(['alone', 'ours'].map((side) => run(version, side)))
    const names = Object.keys(alone)
    expect(names.length).toBe(148 * engines.length)
    expect(Object.keys(ours)).toEqual(names)
    const differing = names.filter((name) => JSON.stringify(comparable(alone[name])) !== JSON.stringify(comparable(ours[name])))
    expect(differing.map((name) => ({ name, alone: comparable(alone[name]), ours: comparable(ours[name]) }))).toEqual([])
  }, 120_000)
})
