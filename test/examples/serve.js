'use strict'

const { spawn } = require('node:child_process')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { childEnv } = require('../support/child-env')

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
function serve (file, port) {
  const child = spawn(process.execPath, [...flagsFor(file), path.join(examples, file)], {
    env: childEnv({ PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  let stdout = ''
  let stderr = ''

  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      const address = /^Listening on (http:\S+)\n/.exec(stdout)?.[1]
      if (address !== undefined) resolve({ address, close: () => { child.kill(); return closed } })
    })
    child.stderr.setEncoding('utf8').on('data', (text) => { stderr += text })
    closed.then((code) => reject(Object.assign(new Error(`The server exited: ${stderr}`), { code, stderr })))
  })
}

function flagsFor (file) {
  const runsAsItIs = file.endsWith('.js') || process.features.typescript
  return runsAsItIs ? [] : ['--no-warnings', '--experimental-loader', loader]
}

module.exports = { serve }
