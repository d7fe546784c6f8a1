'use strict'

// A child process that renders a view for the side in its argument. Requests and answers:
//   { open }            a setting, see subject.js → true
//   { render }          a way, see sides.js → the bytes in base64
//   { time, turn }      a way, and how many milliseconds to render → nanoseconds per render
// An answer is { value }, or { error } with the name and message of the error.

const { time } = require('../measure/stopwatch')
const sides = require('./sides')
const { openSubject } = require('./subject')

const [side] = process.argv.slice(2)
let subject
/** Set by the first render, so that a compile error is reported like a render error. */
let ways

const ANSWERS = {
  async open ({ open: setting }) {
    subject = await openSubject(setting)
    return true
  },
  async render ({ render: way }) {
    return (await renderer(way)()).toString('base64')
  },
  time ({ time: way, turn }) {
    return time(renderer(way), turn)
  }
}

function renderer (way) {
  ways ??= sides[side](subject)
  const { locals } = subject
  const render = ways[way]
  // As in Express, each render gets a new object of locals.
  return () => render({ ...locals })
}

async function answer (question) {
  const [kind] = Object.keys(question)
  try {
    return { value: await ANSWERS[kind](question) }
  } catch (error) {
    return { error: { name: error?.name ?? typeof error, message: String(error?.message ?? error) } }
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async (question) => process.send(await answer(question)))
