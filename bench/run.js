'use strict'

const { Child } = require('../bin/measure/child')
const { runCommand } = require('./command')
const commandLine = require('./options')
const progress = require('../bin/measure/progress')
const { writeResults } = require('./results')
const { PARTS, estimate, steps } = require('./steps')
const table = require('./table')
const { saturation, tablesOf } = require('./tables')

async function run (options) {
  const measured = await measureAll(options)
  print(options, measured)
  if (options.out !== undefined) writeResults(options.out, options, measured)
}

async function measureAll ({ only, rounds, seconds }) {
  const chosen = steps.filter(({ name }) => only.includes(name))
  const total = estimate(chosen, { rounds, seconds })
  const measured = Object.fromEntries(PARTS.map((part) => [part, []]))
  const load = new Child('bench/load.js')
  let done = 0
  try {
    for (const step of chosen) {
      const expected = step.estimate({ rounds, seconds })
      progress.reach({ total, done, step: expected })
      measured[step.part].push(...await step.measure({ rounds, seconds, load }))
      done += expected
    }
    return measured
  } finally {
    load.kill()
    progress.clear()
  }
}

function print ({ markdown }, measured) {
  const draw = markdown ? table.markdown : table.plain
  const parts = tablesOf(measured).map(({ title, header, rows }) => `${title}\n\n${draw(header, rows)}`)
  const served = [...measured.pages, ...measured.peers]
  if (served.length > 0) parts.push(saturation(served))
  console.log(parts.join('\n\n'))
}

runCommand(commandLine, run)
