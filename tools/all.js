'use strict'

// Runs all tests, by part or within a time limit.

const { runCommand } = require('../bench/command')
const commandLine = require('./all/options')
const { unitsOf } = require('./all/parts')
const { report, start } = require('./all/report')
const { runAll } = require('./all/run')
const { shuffle } = require('./all/shuffle')

async function testAll (options) {
  const units = shuffle(unitsOf(options.parts), options.seed)
  start(units, options)
  const results = await runAll(units, options)
  if (!report(results, units, options)) process.exitCode = 1
}

runCommand(commandLine, testAll)
