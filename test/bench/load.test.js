'use strict'

const { Child } = require('../../bin/measure/child')
const { hasWrk } = require('../../bench/wrk')
const { listen } = require('../support/listen')

/** Values of PATH, with which a child finds a load generator. */
const GENERATORS = { autocannon: '', ...hasWrk() && { wrk: process.env.PATH } }

/** Requests, and the status of a successful response. */
const TASKS = [
  { title: '200', headers: {}, status: 200, isSuccess: true },
  { title: '304', headers: { 'If-None-Match': '"1"' }, status: 304, isSuccess: true },
  { title: '200 in place of 304', headers: {}, status: 304, isSuccess: false },
  { title: '304 in place of 200', headers: { 'If-None-Match': '"1"' }, status: 200, isSuccess: false }
]

const loads = Object.keys(GENERATORS).flatMap((generator) => TASKS.map((task) => ({ ...task, generator })))

const answers = new Map()

function startLoad (generator) {
  const { PATH } = process.env
  process.env.PATH = GENERATORS[generator]
  try {
    return new Child('bench/load.js')
  } finally {
    process.env.PATH = PATH
  }
}

// At the same time, since each waits.
beforeAll(async () => {
  const { port } = await listen((req, res) => {
    res.statusCode = req.headers['if-none-match'] === '"1"' ? 304 : 200
    res.end()
  })
  const children = loads.map(({ generator }) => startLoad(generator))
  try {
    await Promise.all(loads.map(async (load, i) => {
      const { headers, status } = load
      answers.set(load, await children[i].ask({ port, headers, status, connections: 2, seconds: 0.25 }, 60))
    }))
  } finally {
    for (const child of children) child.kill()
  }
})

test.each(loads)('by $generator, a response of $title is a success: $isSuccess', (load) => {
  const { requestsPerSecond, failures } = answers.get(load)
  expect(requestsPerSecond > 0).toBe(load.isSuccess)
  expect(failures > 0).toBe(!load.isSuccess)
})

if (!hasWrk()) test.skip('by wrk: skipped, since it is not installed', () => {})
