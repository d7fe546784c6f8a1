'use strict'

// Measures the cost of publishing renders and responses: without subscribers, with
// subscribers, and with the option serverTiming. A page is rendered, and sent with
// a response that has no socket.

const diagnostics = require('node:diagnostics_channel')
const http = require('node:http')
const { createRenderer } = require('buffered-render')
const { figure, range } = require('../bin/measure/figures')
const { interleave } = require('../bin/measure/interleave')
const { EJS_VIEWS, ejsPages } = require('./pages')
const progress = require('../bin/measure/progress')
const { median, ratios } = require('../bin/measure/statistics')
const { time } = require('../bin/measure/stopwatch')
const table = require('./table')

const RENDERS = 'buffered-render:render'
const RESPONSES = 'buffered-render:response'

const NAMES = ['fortunes', 'article']
const ROUNDS = 60

/** Combinations of subscribed channels and the option. */
const KINDS = {
  'no subscriber': { channels: [], serverTiming: false },
  'subscriber to renders': { channels: [RENDERS], serverTiming: false },
  'subscriber to responses': { channels: [RESPONSES], serverTiming: false },
  'subscriber to both': { channels: [RENDERS, RESPONSES], serverTiming: false },
  serverTiming: { channels: [], serverTiming: true },
  'serverTiming, subscriber to both': { channels: [RENDERS, RESPONSES], serverTiming: true }
}
/** The combination that the others are compared with. */
const FIRST = 'no subscriber'

/** Checks per call, since a call costs more than a check. */
const CHECKS = 1000

/** Messages that subscribers have received. */
let messages = 0

async function main () {
  // Measured before any subscription: V8 compiles channels that had a subscriber differently.
  const checks = await timeChecks()
  const rows = []
  for (const name of NAMES) rows.push(...await compareKinds(name))
  progress.clear()
  table.print({ header: ['page, publishing', 'ns per response', 'ns more', 'ratio'], rows })
  console.log(`\nThe publishing points without a subscriber, by themselves: ${figure(checks, 1)} ns per response`)
}

/** Nanoseconds to check both channels for subscribers, as each response does. */
async function timeChecks () {
  const [renders, responses] = [RENDERS, RESPONSES].map((name) => diagnostics.channel(name))
  const check = () => {
    for (let i = 0; i < CHECKS; i++) {
      if (renders.hasSubscribers) messages++
      if (responses.hasSubscribers) messages++
    }
  }
  await time(check)
  return await time(check) / CHECKS
}

async function compareKinds (name) {
  const calls = Object.fromEntries(Object.entries(KINDS).map(([kind, { serverTiming }]) => [kind, createCall(name, serverTiming)]))
  const times = await interleave(Object.keys(KINDS), {
    rounds: ROUNDS,
    onRound: (round) => progress.show(`${name}: ${round}`),
    takeTurn: (kind) => takeTurn(calls[kind], KINDS[kind].channels)
  })
  return Object.keys(KINDS).map((kind) => [
    `${name}, ${kind}`,
    range(times[kind]),
    figure(median(times[kind].map((nanoseconds, round) => nanoseconds - times[FIRST][round]))),
    range(ratios(times[kind], times[FIRST]), 3)
  ])
}

function createCall (name, serverTiming) {
  const { view, data } = ejsPages[name]
  const renderer = createRenderer({ ...EJS_VIEWS, serverTiming })
  const req = Object.assign(new http.IncomingMessage(null), { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 })
  return (n) => {
    const res = new http.ServerResponse(req)
    const { responder } = renderer
    responder.send(req, res, responder.represent(req, res, renderer.page(view, data(n)), 'weak'))
  }
}

async function takeTurn (call, channels) {
  const before = messages
  for (const channel of channels) diagnostics.subscribe(channel, take)
  const nanoseconds = await time(call)
  for (const channel of channels) diagnostics.unsubscribe(channel, take)
  const isPublished = messages > before
  if (isPublished !== (channels.length > 0)) throw new Error('the channels publish too much or too little')
  return nanoseconds
}

function take () {
  messages++
}

main()
