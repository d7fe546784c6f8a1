'use strict'

const { fork } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')

/**
 * Runs a script of this folder, with the input and output of this process. It ends with this process.
 *
 * @param {string} [execPath] of another version of Node
 * @returns {Promise<number>} its exit code, 1 if a signal has ended it
 */
async function runScript (name, args, execPath = process.execPath) {
  const [code] = await once(fork(path.join(__dirname, `${name}.js`), args, { execPath, execArgv: [] }), 'exit')
  return code ?? 1
}

module.exports = { runScript }
