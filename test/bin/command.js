'use strict'

const { execFile } = require('node:child_process')
const path = require('node:path')

const PROGRAM = path.join(__dirname, '../../bin/buffered-render.js')

/**
 * Runs the program as npx does.
 *
 * @param {string[]} args
 * @param {object} [how]
 * @param {string} [how.cwd] the working directory
 * @param {Record<string, string>} [how.env] beside that of the tests
 * @param {string} [how.program] another file in its place
 * @param {string[]} [how.execArgv] options of Node.js
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
function run (args, { cwd, env, program = PROGRAM, execArgv = [] } = {}) {
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: '', NODE_PATH: '', ...env }, maxBuffer: 2 ** 26 }
  return new Promise((resolve) => {
    execFile(process.execPath, [...execArgv, program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr })
    })
  })
}

module.exports = { PROGRAM, run }
