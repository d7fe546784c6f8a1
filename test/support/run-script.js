'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { childEnv } = require('./child-env')

const ROOT = path.join(__dirname, '../..')

/**
 * @param {string[]} args of Node
 * @param {object} [how] of `spawn`
 * @param {Record<string, string>} [how.env] variables to add to the environment of the tests
 * @returns {import('node:child_process').ChildProcess} in the project, if no other folder is named
 */
function startNode (args, { env, ...how } = {}) {
  return spawn(process.execPath, args, { cwd: ROOT, env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'], ...how })
}

/** @returns {Promise<{ stdout: string, stderr: string, code: number }>} */
async function runNode (args, how) {
  const child = startNode(args, how)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

/**
 * @returns {Promise<any>} what Node prints as JSON
 * @throws {Error} with its stderr, if it fails
 */
async function resultOf (args, how) {
  const { stdout, stderr, code } = await runNode(args, how)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** A script of the project, whose children share its stderr. */
const startScript = (script, args = [], env = {}) => startNode([script, ...args], { env })
const runScript = (script, args = [], env = {}) => runNode([script, ...args], { env })

module.exports = { resultOf, runNode, runScript, startScript }
