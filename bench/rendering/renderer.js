'use strict'

// A child process that runs one renderer of a contest. It answers a number with that sample of the page in base64, and
// { turn }, milliseconds to render, with the nanoseconds per render to bytes.

const { createSamples } = require('../counters')
const { time } = require('../stopwatch')
const contests = require('./contests')
const renderers = require('./renderers')

const [title, name] = process.argv.slice(2)
const { page } = contests.find((contest) => contest.title === title)
const localsOf = createSamples(page)
const render = renderers[name].create(page)

const call = (i) => render(localsOf(i))

async function answer (question) {
  return typeof question === 'number' ? (await call(question)).toString('base64') : time(call, question.turn)
}

process.on('disconnect', () => process.exit())
process.on('message', async (question) => process.send(await answer(question)))
