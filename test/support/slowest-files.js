'use strict'

/** How many files are printed. */
const SHOWN = 10

/** A reporter of Jest: prints the files of tests that took longest, after a run of more than so many. */
class SlowestFiles {
  onRunComplete (contexts, { testResults }) {
    if (testResults.length <= SHOWN) return
    const seconds = ({ perfStats: { start, end } }) => (end - start) / 1000
    const slowest = testResults.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SHOWN)
    const lines = slowest.map((result) => `${seconds(result).toFixed(1).padStart(7)} s  ${result.testFilePath.replace(/^.*(?=test\/)/, '')}`)
    process.stderr.write(`\nThe slowest files:\n${lines.join('\n')}\n`)
  }
}

module.exports = SlowestFiles
