'use strict'

const { spawn } = require('node:child_process')
const path = require('node:path')
const { childEnv } = require('../support/child-env')
const { listening } = require('../support/listening')

const examples = path.join(__dirname, '../../examples')

/**
 * Runs the server of an example, as its `npm start` does.
 *
 * @param {string} name of the example
 * @param {number | string} port
 * @returns {Promise<{ address: string, output: { stdout: string }, close: () => Promise<void> }>} resolves when it listens; the output grows
 * @throws {Error} with its exit code and stderr, if it exits
 */
async function serve (name, port) {
  const cwd = path.join(examples, name)
  const [, ...args] = require(path.join(cwd, 'package.json')).scripts.start.split(' ')
  const child = spawn(process.execPath, args, { cwd, env: childEnv({ PORT: String(port) }), stdio: ['ignore', 'pipe', 'pipe'] })
  const { address, output, closed } = await listening(child)
  return { address, output, close: () => { child.kill(); return closed } }
}

module.exports = { serve }
