'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { childEnv } = require('./child-env')

/** @returns {import('node:child_process').ChildProcess} a script of the project, whose children share its stderr */
function startScript (script, args = [], env = {}) {
  return spawn(process.execPath, [path.join(__dirname, '../..', script), ...args], { env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
}

/** @returns {Promise<{ stdout: string, stderr: string, code: number }>} */
async function runScript (script, args, env) {
  const child = startScript(script, args, env)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code }
}

module.exports = { runScript, startScript }
