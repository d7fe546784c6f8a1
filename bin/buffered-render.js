#!/usr/bin/env node
'use strict'

const { parseArgs } = require('node:util')
const { version } = require('../package.json')
const { UsageError } = require('./usage-error')

/**
 * A command of the command line.
 *
 * @typedef {object} Command
 * @property {string} usage the text that `--help` prints
 * @property {object} options in the form of `parseArgs` of `node:util`
 * @property {(input: { values: object, positionals: string[] }) => Promise<boolean>} run
 *   resolves to false if there are findings
 */

/** Commands are loaded on demand, since each loads libraries that the other does not need. @type {Record<string, () => Command>} */
const COMMANDS = {
  explain: () => require('./explain'),
  compare: () => require('./compare')
}

const USAGE = `Usage: buffered-render <command> [options]

  explain [views…]   show the static and dynamic parts of views, and which views the engine renders
  compare <view>     compare the pages and the speed with and without buffered-render, over HTTP

  -h, --help         print this help; after a command, the help of that command
  --version          print the version

Exit codes: 0 without findings, 1 with findings, 2 if the command line is invalid.`

async function main ([name, ...args]) {
  if (name === '--version') return console.log(version)
  if (name === '--help' || name === '-h') return console.log(USAGE)

  if (!Object.hasOwn(COMMANDS, String(name))) {
    throw new UsageError(name === undefined ? 'Missing command: explain or compare' : `Unknown command '${name}'`, '--help')
  }
  const command = COMMANDS[name]()
  const { values, positionals } = parse(name, args, command)
  if (values.version) return console.log(version)
  if (values.help) return console.log(command.usage)
  if (!await command.run({ values, positionals })) process.exitCode = 1
}

/**
 * @param {string} name of the command
 * @param {string[]} args
 * @param {Command} command
 * @returns {{ values: object, positionals: string[] }}
 */
function parse (name, args, { options }) {
  const common = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } }
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...common } })
  } catch (error) {
    // Node adds how to pass a name that begins with a hyphen, which no argument here does.
    throw new UsageError(error.message.split('. ')[0], `${name} --help`)
  }
}

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error) => { if (error.code !== 'EPIPE') throw error })

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof UsageError ? error.message : `buffered-render: ${error.message}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
