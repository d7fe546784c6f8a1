'use strict'

// Runs everything that there is to test, part by part or for a given time.

const { report, start } = require('./all/report')
const { parseOptions, USAGE } = require('./all/options')
const { unitsOf } = require('./all/parts')
const { runAll } = require('./all/run')
const { shuffle } = require('./all/shuffle')

async function main () {
  let options
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exitCode = 2
    return
  }
  if (options.help) return console.log(USAGE)

  const units = shuffle(unitsOf(options.parts), options.seed)
  start(units, options)
  const results = await runAll(units, options)
  process.exitCode = report(results, units, options) ? 0 : 1
}

main()
