'use strict'

const { Child } = require('../../bin/measure/child')
const { listen } = require('../support/platforms')

/** Requests, and the status of a successful response. */
const TASKS = [
  { title: '200', headers: {}, status: 200, isSuccess: true },
  { title: '304', headers: { 'If-None-Match': '"1"' }, status: 304, isSuccess: true },
  { title: '200 in place of 304', headers: {}, status: 304, isSuccess: false },
  { title: '304 in place of 200', headers: { 'If-None-Match': '"1"' }, status: 200, isSuccess: false }
]

let answers

// Each load takes at least a second, so all run at the same time.
beforeAll(async () => {
  const { port, close } = await listen((req, res) => {
    res.statusCode = req.headers['if-none-match'] === '"1"' ? 304 : 200
    res.end()
  })
  const loads = TASKS.map(() => new Child('bench/load.js'))
  try {
    answers = await Promise.all(TASKS.map(({ headers, status }, i) => {
      return loads[i].ask({ port, headers, status, connections: 2, seconds: 1 }, 60)
    }))
  } finally {
    for (const load of loads) load.kill()
    close()
  }
})

test.each(TASKS.map((task, i) => ({ ...task, i })))('a response of $title is a success: $isSuccess', ({ i, isSuccess }) => {
  const { requestsPerSecond, failures } = answers[i]
  expect(requestsPerSecond > 0).toBe(isSuccess)
  expect(failures > 0).toBe(!isSuccess)
})
