'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { freePort } = require('../../test/support/free-port')
const { startServer } = require('./command')
const { install } = require('./install')

const FOLDER = path.join(__dirname, '../../examples')

/** What the examples share, a folder beside each of them. */
const SHARED = 'package-browser'

/** The names of the examples, which are folders with a package.json. */
const EXAMPLES = fs.readdirSync(FOLDER).filter((name) => name !== SHARED && fs.existsSync(path.join(FOLDER, name, 'package.json')))

/**
 * @param {string} name of an example
 * @param {object} how see `stepsOf`
 * @yields {[title: string, work: () => Promise<unknown>]} the steps of a user who copies it
 */
function * stepsOfExample (name, { folder, tarball, nodes, manager }) {
  for (const part of [name, SHARED]) fs.cpSync(path.join(FOLDER, part), path.join(folder, part), { recursive: true })
  const cwd = path.join(folder, name)

  yield ['install', () => install(cwd, tarball, manager)]
  for (const node of nodes) yield [`npm start, Node ${node}`, () => visit({ cwd, node, manager })]
}

/** Starts the example, and requests its first page. */
async function visit (how) {
  // The example of a fleet takes two ports in a row.
  const { address, stop } = await startServer('start', { ...how, env: { PORT: String(await freePort()) } })
  try {
    const response = await fetch(address, { headers: { 'Accept-Encoding': 'gzip' }, signal: AbortSignal.timeout(60_000) })
    const body = await response.text()
    assert.deepStrictEqual({ status: response.status, coding: response.headers.get('Content-Encoding') }, { status: 200, coding: 'gzip' })
    assert.match(body, /^<!doctype html>[^]*buffered-render[^]*<\/html>\s*$/i)
  } finally {
    await stop()
  }
}

module.exports = { EXAMPLES, stepsOfExample }
