'use strict'

// Lists the way of a page: the files and functions of lib/ that one warm `res.render` with gzip runs, in Express 5 with
// EJS, by the precise coverage of V8. In another request, a debugger stops at the first call of each function, for the
// order and the callers.
//
//     npm run bench:compare way -- [--page name] [--folder folder] [--json]

const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const { Session } = require('node:inspector/promises')
const path = require('node:path')
const { setTimeout } = require('node:timers/promises')
const { pathToFileURL } = require('node:url')
const { parseLine, runCommand } = require('./command')
const { ejsPages } = require('./pages')

const PAGES = Object.keys(ejsPages)
const PAGE = 'article-one-file'
/** Requests before the one that counts. */
const WARM_UP = 300
/** Milliseconds after which a request has left nothing behind that still runs, such as a held write. */
const SETTLED = 100

const USAGE = `Usage: npm run bench:compare way -- [options]

  --page <name>    ${PAGES.join(', ')} (default: ${PAGE})
  --folder <path>  version of the project to look at, with its dependencies (default: this one)
  --json           print JSON
  --help           print this help

A jump back is the first call of a function that another function of its file made, such as a callback, from
another file, after the file was entered and left: who reads along has to return to it.`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const options = { page: { type: 'string', default: PAGE }, folder: { type: 'string' }, json: { type: 'boolean' } }
  const { values } = parseLine(args, { counts: {}, options })
  if (!PAGES.includes(values.page)) throw new TypeError(`--page takes ${PAGES.join(', ')}; got '${values.page}'`)
  return { ...values, root: path.resolve(values.folder ?? path.join(__dirname, '..')) }
}

/**
 * A function of lib/.
 *
 * @typedef {object} Called
 * @property {string} file path below lib/
 * @property {string} name or the number of its first line
 * @property {boolean} isMade whether another function made it
 * @property {object[]} range the places of its begin and its end, as the debugger takes them
 */

/**
 * Lists the functions that a request calls. Coverage has to be on since before lib/ was loaded.
 *
 * @param {Session} session
 * @param {string} lib folder
 * @param {() => Promise<void>} request
 * @returns {Promise<Called[]>} by file
 */
async function functionsOf (session, lib, request) {
  const url = `${pathToFileURL(lib)}/`
  const take = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result.filter((script) => script.url.startsWith(url))
  }
  const before = new Map((await take()).map(({ scriptId, functions }) => [scriptId, functions]))
  await request()
  return (await take()).flatMap(({ url: script, scriptId, functions }) => {
    const file = script.slice(url.length)
    const placeOf = createPlaces(scriptId, fs.readFileSync(path.join(lib, file), 'utf8'))
    const run = functions.filter(({ ranges: [{ count }] }) => count > 0)
    return run.map(({ functionName, ranges: [{ startOffset, endOffset }] }) => {
      const range = [placeOf(startOffset), placeOf(endOffset)]
      const isMade = before.get(scriptId).some((other) => isWithin(startOffset, endOffset, other))
      return { file, name: functionName || `line ${range[0].lineNumber + 1}`, isMade, range }
    })
  }).sort((one, other) => one.file < other.file ? -1 : Number(one.file > other.file))
}

/** Whether a function holds the range of another. Neither a module does, nor what sets the fields of a class. */
function isWithin (start, end, { functionName, ranges: [{ startOffset, endOffset }] }) {
  return startOffset > 0 && startOffset < start && endOffset >= end && !functionName.endsWith('_initializer>')
}

/** Returns a function from an offset in a script to its place. */
function createPlaces (scriptId, source) {
  return (offset) => {
    const lines = source.slice(0, offset).split('\n')
    return { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1).length }
  }
}

/**
 * Follows the first call of each function in a request.
 *
 * @param {Session} session
 * @param {Called[]} called
 * @param {() => Promise<void>} request
 * @returns {Promise<{ callee: Called, caller: string | undefined }[]>} in order; `caller` is the file of the nearest
 *   caller in lib/
 */
async function firstCallsOf (session, called, request) {
  const files = new Map(called.map(({ file, range: [{ scriptId }] }) => [scriptId, file]))
  const stops = new Map()
  const calls = []
  session.on('Debugger.paused', ({ params: { hitBreakpoints: [id], callFrames: [, ...callers] } }) => {
    const frame = callers.find(({ location }) => files.has(location.scriptId))
    calls.push({ callee: stops.get(id), caller: files.get(frame?.location.scriptId) })
    session.post('Debugger.removeBreakpoint', { breakpointId: id })
  })
  await session.post('Debugger.enable')
  for (const callee of called) {
    const [start, end] = callee.range
    const within = { start, end, restrictToFunction: true }
    const { locations: [location] } = await session.post('Debugger.getPossibleBreakpoints', within)
    // What sets the fields of a class has no place to stop at.
    if (location) stops.set((await session.post('Debugger.setBreakpoint', { location })).breakpointId, callee)
  }
  await request()
  await session.post('Debugger.disable')
  return calls
}

/** @returns {{ file: string, name: string, from: string }[]} the jumps back among calls, see `USAGE` */
function jumpsOf (calls) {
  const entered = new Set()
  return calls.filter(({ callee: { file, isMade }, caller }) => {
    const wasEntered = entered.has(file)
    entered.add(file)
    return isMade && wasEntered && caller !== file
  }).map(({ callee: { file, name }, caller }) => ({ file, name, from: caller ?? 'Express or Node' }))
}

/** Starts the server of a version of the project. */
async function startServer (root, page) {
  process.env.NODE_ENV = 'production'
  const servers = require(path.join(root, 'bench/servers'))
  const cases = require(path.join(root, 'bench/cases'))
  const server = http.createServer(await servers['buffered-render'].create(cases.find(({ name }) => name === page)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

/** @throws {Error} if the page is no gzip */
async function request (port) {
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'Accept-Encoding': 'gzip' } })
  await response.arrayBuffer()
  if (response.headers.get('content-encoding') !== 'gzip') throw new Error(`The page is no gzip: ${response.status}`)
}

/**
 * Serves a page until it is warm, and follows a request.
 *
 * @returns {Promise<{ files: Record<string, string[]>, jumps: ReturnType<typeof jumpsOf> }>} `files` has the names of
 *   the functions by file
 * @throws {Error} if the page is no gzip
 */
async function measure (root, page) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const server = await startServer(root, page)
  try {
    const { port } = server.address()
    for (let count = 0; count < WARM_UP; count++) await request(port)
    await setTimeout(SETTLED)
    const settled = async () => {
      await request(port)
      await setTimeout(SETTLED)
    }
    const called = await functionsOf(session, path.join(root, 'lib'), settled)
    const files = {}
    for (const { file, name } of called) (files[file] ??= []).push(name)
    return { files, jumps: jumpsOf(await firstCallsOf(session, called, settled)) }
  } finally {
    session.disconnect()
    server.close()
    server.closeAllConnections()
  }
}

async function run ({ root, page, json }) {
  const { files, jumps } = await measure(root, page)
  if (json) return console.log(JSON.stringify({ files, jumps }))
  const lines = Object.entries(files).map(([file, names]) => [file, names.length, names.join(', ')])
  const [widest] = lines.map(([file]) => file.length).sort((one, other) => other - one)
  for (const [file, count, names] of lines) console.log(`${file.padEnd(widest)}  ${`${count}`.padStart(2)}  ${names}`)
  console.log(`\n${lines.length} files, ${Object.values(files).flat().length} functions, ${jumps.length} jumps back:\n`)
  for (const { file, name, from } of jumps) console.log(`${file.padEnd(widest)}  ${name}, from ${from}`)
}

runCommand({ USAGE, parseOptions }, run)
