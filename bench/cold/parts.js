'use strict'

const { Session } = require('node:inspector/promises')
const { mapValues } = require('../map-values')

/** Microseconds between two samples. */
const INTERVAL = 100

const REST = 'Express, Node and the client'
const ENGINE = 'the engine, with its loading'
const FILES = 'loading: files of this library'
const ACORN = 'loading: acorn'

/** The parts of a first request, with the files and functions in which each begins; files of this library without their folder. */
const PARTS = [
  ['guards and probes', /^lib\/(?:dialects\/(?:guards\/|\w+\/(?:engine|builtins)\.js)|frameworks\/express-methods\.js)/],
  ['finding engine and view', /^lib\/(?:frameworks\/express-(?:engines|views)|views\/(?:view-settings|engines))\.js/],
  [ACORN, /^lib\/dialects\/shared\/parse\.js createParser$/],
  ['parsing by acorn', /^acorn\//],
  ['rewriting and evaluating', /^lib\/(?:views\/templates\.js|dialects\/)/],
  ['first execution', /^lib\/(?:views\/template\.js (?:render|end)$|page\/)/],
  ['tag, head and body', /^lib\/(?:response|codings|frameworks\/express-send)/],
  ['other code of this library', /^lib\//],
  [ENGINE, /^(?:ejs|handlebars|hbs|liquidjs|mustache|nunjucks|pug(?:-[a-z-]+)?|source-map)\//]
]

/** @returns {Promise<Record<string, number>>} the milliseconds of each part of what `run` does */
async function profile (run) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL })
  await session.post('Profiler.start')
  await run()
  const { profile: { nodes, samples, timeDeltas } } = await session.post('Profiler.stop')
  const partById = partsOf(nodes)
  const parts = {}
  samples.forEach((id, i) => {
    const part = partById.get(id)
    if (part !== undefined) parts[part] = (parts[part] ?? 0) + (timeDeltas[i + 1] ?? 0) / 1000
  })
  return mapValues(parts, (milliseconds) => Number(milliseconds.toFixed(3)))
}

/** @returns {Map<number, string | undefined>} the part of each call */
function partsOf (nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const partById = new Map()
  const open = [[nodes[0], REST]]
  while (open.length > 0) {
    const [{ id, callFrame, children = [] }, around] = open.pop()
    const part = partOf(callFrame, around)
    partById.set(id, part)
    for (const child of children) open.push([byId.get(child), part])
  }
  return partById
}

/** @returns {string | undefined} the part of a call, by that of its caller; `undefined` while nothing runs */
function partOf ({ functionName, url, lineNumber }, around) {
  if (functionName === '(idle)') return undefined
  if (functionName === '(garbage collector)') return 'garbage collection'
  const isModule = functionName === '' && lineNumber === 0
  if (url.startsWith('node:internal/modules/') || isModule) {
    if (around === ACORN || around === ENGINE) return around
    return around === REST && !isModule ? ENGINE : FILES
  }
  const place = `${url.replace(/^.*\/(?:buffered-render\/(?=lib\/)|node_modules\/)/, '')} ${functionName}`
  return PARTS.find(([, pattern]) => pattern.test(place))?.[0] ?? around
}

/** The names of the parts, in the order of tables. */
const NAMES = [FILES, ...PARTS.map(([name]) => name), 'garbage collection', REST]

module.exports = { NAMES, profile }
