'use strict'

const { spawn } = require('node:child_process')
const net = require('node:net')
const etag = require('etag')
const ts = require('typescript')
const { childEnv } = require('../support/child-env')
const { freePort } = require('../support/free-port')

/**
 * @param {string} source a program whose calls of console.log have comments with their output
 * @returns {string} the output
 */
function expectedOutput (source) {
  const calls = source.match(/console\.log\(/g) ?? []
  const lines = [...source.matchAll(/console\.log\(.*\) \/\/ (.*\n)/g)].map(([, line]) => line)
  expect(lines).toHaveLength(calls.length)
  return lines.join('')
}

/**
 * Checks the types of a program and compiles it to JavaScript.
 *
 * @param {string} file
 * @param {string} types the folder `@types`
 * @returns {string} the compiled file
 */
function compile (file, types) {
  const options = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    typeRoots: [types],
    skipLibCheck: true
  }
  const program = ts.createProgram([file], options)
  const diagnostics = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(diagnostics).toEqual([])
  program.emit()
  return file.replace('.mts', '.mjs')
}

/** @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<{ stdout: string, stderr: string, code: number | null }> }} */
function start (file, { cwd, env, args = [] }) {
  const child = spawn(process.execPath, [file, ...args], { cwd, env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const name of Object.keys(output)) {
    child[name].setEncoding('utf8').on('data', (text) => { output[name] += text })
  }
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ ...output, code })))
  return { child, ended }
}

/**
 * Starts a server and requests pages, one after the other.
 *
 * @param {string} file
 * @param {{ cwd: string, env?: object }} how
 * @param {Array<{ url: string, request?: RequestInit }>} visits the URL may begin with a method, as in `POST /`
 * @returns {Promise<{ answers: Array<{ response: Response, body: string }>, stdout: string, stderr: string }>}
 */
async function visit (file, { cwd, env }, visits) {
  const port = await freePort()
  const { child, ended } = start(file, { cwd, env: { ...env, PORT: String(port) } })
  try {
    while (!await isListening(port)) {
      if (child.exitCode !== null) throw new Error(`The server exited: ${(await ended).stderr}`)
    }
    const answers = []
    for (const { url, request } of visits) answers.push(await ask(port, url, request))
    child.kill()
    const { stdout, stderr } = await ended
    return { answers, stdout, stderr }
  } finally {
    child.kill()
    await ended
  }
}

async function ask (port, url, { headers, ...request } = {}) {
  const [target, method = 'GET'] = url.split(' ').reverse()
  const response = await fetch(`http://localhost:${port}${target}`, { method, redirect: 'manual', ...request, headers: { ...headers, connection: 'close' } })
  return { response, body: await response.text() }
}

/** @returns {boolean} whether the response has an entity tag of this library, which the frameworks compute from the body */
function isTaggedByUs ({ response, body }) {
  return ![null, etag(body, { weak: true })].includes(response.headers.get('ETag'))
}

/** @returns {Promise<boolean>} resolves after 20 ms if nothing listens on the port */
function isListening (port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, 'localhost')
    socket.once('connect', () => { resolve(true); socket.end() })
    socket.once('error', () => setTimeout(resolve, 20, false))
  })
}

module.exports = { compile, expectedOutput, isTaggedByUs, start, visit }
