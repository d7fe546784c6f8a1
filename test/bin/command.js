'use strict'

const path = require('node:path')
const { parseArgs } = require('node:util')
const { createColors } = require('../../bin/colors')
const { runNode } = require('../support/run-script')

const PROGRAM = path.join(__dirname, '../../bin/buffered-render.js')

/**
 * Runs the program in a new process, as npx does.
 *
 * @param {string[]} args
 * @param {object} [how]
 * @param {string} [how.cwd] the working directory
 * @param {Record<string, string>} [how.env] variables to add to the environment of the tests
 * @param {string} [how.program] another program to run
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
function run (args, { cwd, env, program = PROGRAM } = {}) {
  return runNode([program, ...args], { cwd, env })
}

/**
 * Runs a command in this process, which is much faster. It cannot load modules.
 *
 * @param {string[]} args name and arguments of the command
 * @param {object} [how]
 * @param {string} [how.cwd] the working directory
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 * @throws {Error} the command's error, whose message the program prints
 */
async function runHere ([name, ...args], { cwd = process.cwd() } = {}) {
  const command = require(`../../bin/${name}`)
  let stderr = ''
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation((text) => { stderr += text })
  const home = process.cwd()
  process.chdir(cwd)
  try {
    const input = parseArgs({ args, allowPositionals: true, options: command.options })
    const { output, isFine } = await command.run(input, createColors(false))
    return { code: isFine ? 0 : 1, stdout: `${output}\n`, stderr }
  } finally {
    process.chdir(home)
    spy.mockRestore()
  }
}

module.exports = { PROGRAM, run, runHere }
