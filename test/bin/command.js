'use strict'

const path = require('node:path')
const { parseArgs } = require('node:util')
const { createColors } = require('../../bin/colors')
const { UsageError } = require('../../bin/usage-error')
const { runNode } = require('../support/run-script')

const PROGRAM = path.join(__dirname, '../../bin/buffered-render.js')

/**
 * Runs the program in a new process, as npx does.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, program?: string }} [how] `env` are variables to add to the environment of the tests
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
function run (args, { cwd, env, program = PROGRAM } = {}) {
  return runNode([program, ...args], { cwd, env })
}

/**
 * Runs a command in this process, which is much faster. It cannot load modules.
 *
 * @param {string[]} args name and arguments of the command
 * @param {{ cwd?: string }} [how]
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

/** @returns {Promise<object>} what a command prints with --json, by one of the functions above, with its `code` and `stderr` */
async function jsonOf (start, args, how) {
  const { code, stdout, stderr } = await start([...args, '--json'], how)
  return { code, stderr, ...JSON.parse(stdout) }
}

/** @returns {Promise<string>} the message of the error that an invalid command line is */
async function usageErrorOf (args, how) {
  const error = await runHere(args, how).catch((error) => error)
  expect(error).toBeInstanceOf(UsageError)
  return error.message
}

module.exports = { PROGRAM, jsonOf, run, runHere, usageErrorOf }
