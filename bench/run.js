'use strict'

const { Child } = require('../bin/measure/child')
const progress = require('../bin/measure/progress')
const { checkNames, parseLine, runCommand } = require('./command')
const { nodeBinary } = require('./node-versions')
const { FOLDER, expectNoLoss, machine, writeResults } = require('./results')
const { runScript } = require('./run-script')
const { PARTS, steps } = require('./steps')
const table = require('./table')
const { saturation, tablesOf } = require('./tables')

/** Names by group. */
const GROUPS = {}
for (const { name, group } of steps) GROUPS[group] = [...new Set([...GROUPS[group] ?? [], name])]
const NAMES = [...new Set(Object.values(GROUPS).flat())]
const DEFAULTS = { rounds: 3, seconds: 1 }

const USAGE = `Usage: npm run bench -- [options]

  --only <names>   groups or names to measure, separated by commas (default: article,article-gzip,fortunes;
                     of \`node bench/run.js\`: all)
${Object.entries(GROUPS).map(([group, names]) => `                     ${group}: ${names.join(', ')}`).join('\n')}
  --rounds <n>     rounds to measure, after a warm-up (default: ${DEFAULTS.rounds})
  --seconds <n>    length of a server's turn in a round (default: ${DEFAULTS.seconds})
  --node <list>    major versions of Node to run with, such as 20,22,24, one after the other; others
                     than this one are installed from npm in the folder for temporary files
  --out <folder>   folder for the results, in node-<version>.json (default, for a complete run: bench/results)
  --help           print this help

A complete run takes about 20 minutes; one page takes less than a minute. PGHOST and PGUSER name
another PostgreSQL than that of the user postgres on this machine.`

function parseOptions (args) {
  const { values } = parseLine(args, { counts: DEFAULTS, texts: { only: NAMES.join(), node: undefined, out: undefined } })
  const only = parseNames(values.only)
  if (values.node !== undefined && !/^\d+(?:,\d+)*$/.test(values.node)) {
    throw new TypeError(`--node takes major versions such as 20,22,24; got '${values.node}'`)
  }
  return { ...values, node: values.node?.split(','), only, out: values.out ?? (only.length === NAMES.length ? FOLDER : undefined) }
}

function parseNames (list) {
  const words = list.split(',')
  checkNames(words, [...new Set([...Object.keys(GROUPS), ...NAMES])])
  const only = words.flatMap((word) => GROUPS[word] ?? word)
  return NAMES.filter((name) => only.includes(name))
}

async function run (options) {
  if (options.node !== undefined) return runEach(options)
  if (options.out !== undefined) expectNoLoss(options.out, options.only)
  const measured = await measureAll(options)
  print(measured)
  if (options.out !== undefined) writeResults(options.out, options, measured)
}

/** Runs the benchmark on each version of Node. One that cannot be had is skipped. */
async function runEach ({ node, only, rounds, seconds, out }) {
  const args = ['--only', only.join(), '--rounds', `${rounds}`, '--seconds', `${seconds}`, ...out ? ['--out', out] : []]
  for (const version of node) {
    const binary = await nodeBinary(version).catch((error) => console.error(`Node ${version} is skipped: ${error.message}`))
    if (binary === undefined) continue
    console.log(`Node ${version}\n`)
    const code = await runScript('run', args, binary)
    if (code !== 0) throw new Error(`${binary} ended with the exit code ${code}`)
  }
}

async function measureAll ({ only, rounds, seconds }) {
  const chosen = steps.filter(({ name }) => only.includes(name))
  const measured = Object.fromEntries(PARTS.map((part) => [part, []]))
  const load = new Child('bench/load.js')
  const start = performance.now()
  try {
    for (const [done, step] of chosen.entries()) {
      const missing = await step.missing?.()
      if (missing !== undefined) {
        console.error(`${step.name} is left out: ${missing}`)
        continue
      }
      const mean = (performance.now() - start) / 1000 / done
      if (done > 0) progress.reach({ total: mean * chosen.length, done: mean * done, step: mean })
      measured[step.part].push(...await step.measure({ rounds, seconds, load }))
    }
    return measured
  } finally {
    load.kill()
    progress.clear()
  }
}

function print (measured) {
  const parts = tablesOf(measured).map(({ title, ...cells }) => `${title}\n\n${table.plain(cells)}`)
  const served = [...measured.pages, ...measured.fragments, ...measured.peers]
  if (served.length > 0) parts.push(saturation(served))
  const { cpu, cores } = machine()
  parts.push(`Node ${process.version}, ${cores} cores of an ${cpu}, which the servers and the load generator share.`)
  console.log(`${parts.join('\n\n')}\n`)
}

runCommand({ USAGE, parseOptions }, run)
