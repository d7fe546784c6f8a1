'use strict'

const { spawn } = require('node:child_process')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { childEnv } = require('../support/child-env')
const { listening } = require('../support/listening')

const examples = path.join(__dirname, '../../examples')
const loader = pathToFileURL(path.join(__dirname, 'typescript-loader.mjs')).href

/**
 * Runs the server of an example.
 *
 * @param {string} file within the examples
 * @param {number | string} port
 * @returns {Promise<{ address: string, close: () => Promise<void> }>} resolves when it listens
 * @throws {Error} with its exit code and stderr, if it exits
 */
async function serve (file, port) {
  const child = spawn(process.execPath, [...flagsFor(file), path.join(examples, file)], {
    env: childEnv({ PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const { address, closed } = await listening(child)
  return { address, close: () => { child.kill(); return closed } }
}

function flagsFor (file) {
  const runsAsItIs = file.endsWith('.js') || process.features.typescript
  return runsAsItIs ? [] : ['--no-warnings', '--experimental-loader', loader]
}

module.exports = { serve }
