'use strict'

// What pages gain that begin before their data are there, and what it costs:
//
// first-byte  how long a client waits for the first byte of a page whose data come late
// throughput  pages that wait for nothing, streamed and sent in one piece
// readers     the memory that many slow readers take, and what is left of those who leave
// file        a large file within a page, and the size of the parts that it is read in

const progress = require('../bin/measure/progress')
const { runCommand } = require('./command')
const { save } = require('./results')
const commandLine = require('./streaming/options')
const { parts } = require('./streaming/parts')
const table = require('./table')

async function run (options) {
  const measured = await measureAll(options)
  if (options.out !== undefined) write(options, measured)
}

/** Measures each part and prints what came of it. */
async function measureAll (options) {
  const measured = {}
  for (const name of options.only) {
    const { measure, summarize } = parts[name]
    measured[name] = await measure(options)
    progress.clear()
    console.log(summarize(measured[name]).map(describe).join(''))
  }
  return measured
}

function describe ({ title, header, rows }) {
  return `${title}\n\n${table.plain(header, rows)}\n\n`
}

function write ({ out, help, ...options }, measured) {
  save(out, { options, ...measured })
}

runCommand(commandLine, run)
