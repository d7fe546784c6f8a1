'use strict'

// What pages gain that begin before their data are there, and what it costs:
//
// first-byte  how long a client waits for the first byte of a page whose data come late
// throughput  pages that wait for nothing, streamed and sent in one piece
// readers     the memory that many slow readers take, and what is left of those who leave
// file        a large file within a page, and the size of the parts that it is read in

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const progress = require('../bin/measure/progress')
const { USAGE, parseOptions } = require('./streaming/options')
const { parts } = require('./streaming/parts')
const table = require('./table')

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

  try {
    const measured = await measureAll(options)
    if (options.out !== undefined) write(options, measured)
  } catch (error) {
    progress.clear()
    console.error(error.message)
    process.exitCode = 1
  }
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
  const results = {
    date: new Date().toISOString(),
    node: process.version,
    machine: { cpu: os.cpus()[0].model, cores: os.cpus().length },
    options,
    ...measured
  }
  fs.mkdirSync(path.dirname(out), { recursive: true })
  fs.writeFileSync(out, JSON.stringify(results, null, 2) + '\n')
}

main()
