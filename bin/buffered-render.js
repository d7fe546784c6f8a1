#!/usr/bin/env node
'use strict'

const { parseArgs } = require('node:util')
const { version } = require('../package.json')
const { createColors, hasColors } = require('./colors')
const { atView } = require('./each-view')
const { messageOf } = require('./input-file')
const { UsageError } = require('./usage-error')
const { helpOf, wrap } = require('./wrap')

/**
 * A command of the command line.
 *
 * @typedef {object} Command
 * @property {string} usage the text that `--help` prints
 * @property {object} options those that it takes, in the form of `parseArgs` of `node:util`
 * @property {(input: Input, colors: import('./colors').Colors) => Promise<Result>} run
 *
 * @typedef {{ values: object, positionals: string[] }} Input
 *
 * @typedef {object} Result
 * @property {string} output what goes to standard output
 * @property {boolean} [isFine] false if there are findings
 */

/**
 * Commands are loaded on demand, since each loads libraries that the other does not need.
 *
 * @type {Record<string, () => Command>}
 */
const COMMANDS = {
  explain: () => require('./explain'),
  check: () => require('./check'),
  compare: () => require('./compare')
}

const USAGE = `Usage: buffered-render <command> [options]

  explain [views…]   show the static and dynamic parts of views, and which views the engine renders
  check [views…]     compare the pages of views with those of their engines
  compare <view>     compare pages and speed with and without buffered-render

  -h, --help         print this help; after a command, the help of that command
  --version          print the version

Exit codes: 0 without findings; 1 with findings, or if the command fails; 2 if the command line or a \
file that it names is invalid.`

// A command compares by itself, in its child processes too.
process.env.BUFFERED_RENDER = 'on'

const { exit, stderr, stdout } = process
// A module may change the arguments.
const isJson = process.argv.includes('--json')
let isEnding = false
let isPrinted = false

/** @returns {Promise<Result>} */
async function main ([name, ...args]) {
  if (name === '--version') return { output: version }
  if (name === '--help' || name === '-h') return { output: helpOf(USAGE) }

  if (!Object.hasOwn(COMMANDS, String(name))) {
    const problem = name === undefined ? 'Missing command: explain, check or compare' : `Unknown command '${name}'`
    throw new UsageError(problem, '--help')
  }
  const command = COMMANDS[name]()
  const { values, positionals } = parse(name, args, command)
  if (values.version) return { output: version }
  if (values.help) return { output: helpOf(command.usage) }
  return command.run({ values, positionals }, createColors(hasColors(stdout)))
}

/** @param {string} name the command. @returns {Input} */
function parse (name, args, { options }) {
  const common = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } }
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...common } })
  } catch (error) {
    // Node adds how to pass a name that begins with a hyphen, which no argument here does.
    throw new UsageError(error.message.split('. ')[0], `${name} --help`)
  }
}

/** Prints the result and ends the process, in which a module of the app may hold a server or a timer. */
async function end (code, output) {
  if (isEnding) return
  isEnding = true
  const error = await write(stdout, isJson ? output : wrap(output, stdout.columns))
  isPrinted = true
  // A reader such as `head` may close the pipe early.
  if (!error || error.code === 'EPIPE') leave(code)
  await write(stderr, `buffered-render: Cannot write the output: ${error.message}`)
  leave(1)
}

/** Says why there is no result, and ends the process. */
async function fail (code, message) {
  if (isEnding) return
  isEnding = true
  await Promise.all(sayWhy(message))
  isPrinted = true
  leave(code)
}

/** Ends the process. Modules may listen, but the code is that of the command. */
function leave (code) {
  process.exit = () => {}
  process.on('exit', () => exit(code))
  try {
    exit(code)
  } finally {
    // A listener has thrown.
    exit(code)
  }
}

/** @returns {Promise[]} the message, and the JSON document that `--json` promises, as they are written */
function sayWhy (message) {
  const said = write(stderr, wrap(`buffered-render: ${message}`, stderr.columns))
  return isJson ? [said, write(stdout, JSON.stringify({ error: message }, null, 2))] : [said]
}

/** @returns {Promise<Error | null | undefined>} the error, if the stream has one */
function write (stream, text) {
  return new Promise((resolve) => stream.write(`${text}\n`, resolve))
}

// What modules and views print goes to standard error, since standard output is for the result alone.
Object.defineProperty(process, 'stdout', { __proto__: null, configurable: true, enumerable: true, get: () => stderr })
// `write` gives the errors.
for (const stream of [stdout, stderr]) stream.on('error', () => {})

// A module or a view may throw in a callback.
process.on('uncaughtException', (error) => fail(1, `${atView()}Uncaught ${error?.stack ?? error}`))

// It may also end the process, or never call back.
process.on('exit', () => {
  if (isPrinted) return
  const caller = {}
  Error.captureStackTrace(caller, process.exit)
  const [, frame] = caller.stack.split('\n')
  sayWhy(atView() + (frame === undefined
    ? 'The command waits for something that never happens'
    : `A module or a view ended the process before the command did, ${frame.trim()}`))
  // The listeners of modules may set a different code.
  exit(1)
})

main(process.argv.slice(2)).then(
  ({ output, isFine = true }) => end(isFine ? 0 : 1, output),
  (error) => fail(error instanceof UsageError ? 2 : 1, messageOf(error))
)
