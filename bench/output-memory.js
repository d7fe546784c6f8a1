'use strict'

// Whether memory for the bodies of responses is better kept and used again, or
// cut from larger pieces, than left to Buffer.allocUnsafe and the garbage
// collector. First every body that arrives is checked, then speed is measured.

const { GRACE, HEADER, contest, describe, withServers } = require('./contest')
const { figure } = require('../bin/measure/figures')
const { memories } = require('./output-memory/memories')
const { verify } = require('./output-memory/verify')
const progress = require('../bin/measure/progress')
const { runScript } = require('./command')
const table = require('./table')

const KILOBYTES = [10, 100]
const CONNECTIONS = 50
const ROUNDS = 9
/** A whole number: the load ends at a full second. */
const SECONDS = 1

/** Gives memory back too early: it has to be found out, and is not measured. */
const MISTAKEN = 'early pool'
/** Has to get memory back while the bodies are checked. */
const REUSING = 'pool'
/** What the others are compared with. */
const FIRST = 'allocUnsafe'

async function main () {
  const verified = []
  const measured = []
  for (const kilobytes of KILOBYTES) {
    await withServers(scriptsOf(kilobytes), async (load, servers) => {
      verified.push(...await verifyAll(kilobytes, servers))
      measured.push(...await measure(kilobytes, load, servers))
    })
  }
  progress.clear()
  table.print({ header: ['page, memory', 'bodies checked', 'wrong', 'gave memory back'], rows: verified })
  console.log()
  table.print({ header: ['page, memory', ...HEADER], rows: measured })
}

function scriptsOf (kilobytes) {
  return Object.fromEntries(Object.keys(memories).map((memory) => {
    return [memory, { file: 'bench/output-memory/server.js', args: [`${kilobytes}`, memory] }]
  }))
}

async function verifyAll (kilobytes, servers) {
  const rows = []
  for (const [memory, { server, port }] of Object.entries(servers)) {
    progress.show(`${kilobytes} KB: checking the bodies of ${memory}`)
    const { bodies, wrong } = await verify(port, kilobytes)
    const { reused } = await server.ask('usage', GRACE)
    judge({ memory, wrong, reused })
    rows.push([`${kilobytes} KB, ${memory}`, figure(bodies), figure(wrong), figure(reused)])
  }
  return rows
}

function judge ({ memory, wrong, reused }) {
  if (memory === MISTAKEN) {
    if (wrong === 0) throw new Error(`The check does not find the mistake of ${memory}`)
  } else if (wrong > 0) throw new Error(`${wrong} bodies of ${memory} are wrong`)
  if (memory === REUSING && reused === 0) throw new Error(`No page of ${memory} gave its memory back`)
}

async function measure (kilobytes, load, { [MISTAKEN]: mistaken, ...servers }) {
  const contenders = Object.fromEntries(Object.entries(servers).map(([memory, server]) => [memory, { ...server, connections: CONNECTIONS }]))
  const turns = await contest(contenders, { load, rounds: ROUNDS, seconds: SECONDS, title: `${kilobytes} KB` })
  return Object.keys(turns).map((memory) => [`${kilobytes} KB, ${memory}`, ...describe(turns[memory], turns[FIRST])])
}

runScript(main)
