#!/usr/bin/env node
'use strict'

const { parseArgs } = require('node:util')
const { version } = require('../package.json')
const { UsageError } = require('./usage-error')

/**
 * What a command is.
 *
 * @typedef {object} Command
 * @property {string} usage what `--help` prints
 * @property {object} options that `parseArgs` of `node:util` is to know
 * @property {(input: { values: object, positionals: string[] }) => Promise<boolean>} run
 *   whether it found nothing to complain of
 */

/** Loaded when called: each brings libraries of its own. @type {Record<string, () => Command>} */
const COMMANDS = {
  explain: () => require('./explain'),
  compare: () => require('./compare')
}

const USAGE = `Usage: buffered-render <command> [options]

  explain [views…]   shows what views are made of, and what stays with their engine
  compare <view>     measures a view by its engine and by buffered-render

  --help             print this, or what a command takes
  --version          print the version

Exit codes: 0, 1 if something was found, 2 if the command could not be understood.`

async function main ([name, ...args]) {
  if (name === '--version') return console.log(version)
  if (name === '--help') return console.log(USAGE)

  if (!Object.hasOwn(COMMANDS, String(name))) {
    throw new UsageError(name === undefined ? 'No command was given' : `There is no command '${name}'`, USAGE)
  }
  const command = COMMANDS[name]()
  const { values, positionals } = parse(args, command)
  if (values.version) return console.log(version)
  if (values.help) return console.log(command.usage)
  if (!await command.run({ values, positionals })) process.exitCode = 1
}

/**
 * @param {string[]} args
 * @param {Command} command
 * @returns {{ values: object, positionals: string[] }}
 */
function parse (args, { options, usage }) {
  const common = { help: { type: 'boolean' }, version: { type: 'boolean' } }
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...common } })
  } catch (error) {
    throw new UsageError(error.message, usage)
  }
}

// A reader such as head may have seen enough.
process.stdout.on('error', (error) => { if (error.code !== 'EPIPE') throw error })

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof UsageError ? error.message : `buffered-render: ${error.message}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
