'use strict'

// A child process that renders one page of one dialect for one side. It answers
// a number with that sample of the page in base64, and { turn }, milliseconds to
// render for, with the nanoseconds that a render to bytes took.

const { time } = require('../stopwatch')
const { createSamples } = require('./samples')
const sides = require('./sides')

const [dialect, page, side] = process.argv.slice(2)
const localsOf = createSamples(page)
const render = sides[side](dialect, page)

const call = (i) => render(localsOf(i))

async function answer (question) {
  return typeof question === 'number' ? (await call(question)).toString('base64') : time(call, question.turn)
}

process.on('disconnect', () => process.exit())
process.on('message', async (question) => process.send(await answer(question)))
