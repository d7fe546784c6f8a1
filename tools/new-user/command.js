'use strict'

const { spawn } = require('node:child_process')
const path = require('node:path')
const { majorOf, nodeBinary } = require('../../bench/node-versions')
const { childEnv } = require('../../test/support/child-env')
const { listening } = require('../../test/support/listening')
const { MANAGERS } = require('./package-managers')

/** Milliseconds after which a command has failed. */
const LONGEST = 300_000

/** Processes that run, each with a group for what it starts: npm, its shell, and the program itself. */
const running = new Set()

/**
 * @typedef {object} How
 * @property {string} cwd
 * @property {string} [node] major version of Node, by default the running one
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [manager] that runs scripts, by default npm
 */

/**
 * @param {string[]} command
 * @param {How} how
 * @returns {Promise<string>} what it prints to stdout
 * @throws {Error} with all output, if it fails
 */
async function run (command, how) {
  const child = await start(command, how)
  const output = { stdout: '', all: '' }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { output.all += text })
  child.stdout.on('data', (text) => { output.stdout += text })

  let reason
  const timer = setTimeout(() => {
    reason = `did not end in ${LONGEST / 1000} s`
    stop(child)
  }, LONGEST)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  clearTimeout(timer)
  reason ??= code === 0 ? undefined : `failed with the exit code ${code}`
  if (reason !== undefined) throw new Error(`${command.join(' ')} ${reason}\n${output.all}`)
  return output.stdout
}

/**
 * Runs a script of package.json.
 *
 * @param {string} script
 * @param {How} how
 */
function runScript (script, how) {
  return run(commandOf(script, how), how)
}

/**
 * Starts a server by a script of package.json.
 *
 * @param {string} script
 * @param {How} how
 * @returns {Promise<{ address: string, output: { stdout: string, stderr: string }, stop: () => Promise<void> }>}
 */
async function startServer (script, how) {
  const child = await start(commandOf(script, how), { ...how, env: { PORT: '0', ...how.env } })
  const { address, output, closed } = await listening(child)
  const end = () => {
    stop(child)
    return closed
  }
  return { address, output, stop: end }
}

function commandOf (script, { manager = 'npm' }) {
  return [...MANAGERS[manager].run, script]
}

async function start ([program, ...args], { cwd, node = majorOf(process.version), env }) {
  // Without the programs of this repository, which `npm run` adds.
  const folders = process.env.PATH.split(path.delimiter).filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
  const PATH = [path.dirname(await nodeBinary(node)), ...folders].join(path.delimiter)
  const child = spawn(program, args, { cwd, env: childEnv({ PATH, ...env }), stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

function stop (child) {
  try {
    process.kill(-child.pid)
  } catch (error) {
    // It has ended by itself.
    if (error.code !== 'ESRCH') throw error
  }
}

/** Stops all that runs, as groups of their own do not end with this process. */
function stopAll () {
  running.forEach(stop)
}

module.exports = { run, runScript, startServer, stopAll }
