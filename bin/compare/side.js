'use strict'

// A child process that renders a view for one side, which its argument names. It answers
//   { open }            a setting, see subject.js: whether it could be opened
//   { render }          a way, see sides.js: the bytes in base64
//   { time, turn }      a way, and milliseconds to render for: nanoseconds of a render
// with { value }, or with { error } that has its name and its message.

const { time } = require('../measure/stopwatch')
const sides = require('./sides')
const { openSubject } = require('./subject')

const [side] = process.argv.slice(2)
let subject
/** Made by the first render: a template that does not compile throws as one that throws. */
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
  // Express merges the locals of a request into an object of its own.
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
