'use strict'

const { Child } = require('../bin/measure/child')
const progress = require('../bin/measure/progress')
const { checkNames, parseLine, runCommand } = require('./command')
const { nodeBinary } = require('./node-versions')
const { expectQuiet, noiseIn } = require('./noise')
const { FOLDER, machine, openResults } = require('./results')
const { runScript } = require('./run-script')
const { PARTS, steps } = require('./steps')
const table = require('./table')
const { tablesOf } = require('./tables')

/** Names by group. */
const GROUPS = {}
for (const { name, group } of steps) GROUPS[group] = [...new Set([...GROUPS[group] ?? [], name])]
const NAMES = [...new Set(Object.values(GROUPS).flat())]
const DEFAULTS = { pairs: 40 }

const USAGE = `Usage: npm run bench -- [options]

  --only <names>   groups or names to measure, separated by commas (default: article,article-browser,fortunes; \
of \`node bench/run.js\`: all)
${Object.entries(GROUPS).map(([group, names]) => `                     ${group}: ${names.join(', ')}`).join('\n')}
  --pairs <n>      pairs of turns to measure, after a warm-up (default: ${DEFAULTS.pairs}; of \`npm run bench\`: 10)
  --node <list>    major versions of Node to run with, such as 20,22,24, one after the other; others \
than this one are installed from npm in the folder for temporary files
  --out <folder>   folder for the results, in node-<version>.json (default, for a complete run: bench/results). \
What is too noisy is measured once more, and is refused if it is again
  --help           print this help

A complete run takes about an hour and a quarter; one page takes 80 seconds, with 10 pairs 20. \
PGHOST and PGUSER name another PostgreSQL than that of the user postgres on this machine.`

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
  const write = options.out === undefined ? () => {} : openResults(options.out, options)
  const measured = await measureAll(options, write)
  print(measured)
  if (options.out !== undefined) expectQuiet(Object.values(measured).flat(), (names) => `node bench/run.js --out ${options.out} --only ${names}`)
}

/** Runs the benchmark on each version of Node. One that cannot be had is skipped. */
async function runEach ({ node, only, pairs, out }) {
  const args = ['--only', only.join(), '--pairs', `${pairs}`, ...out ? ['--out', out] : []]
  for (const version of node) {
    const binary = await nodeBinary(version).catch((error) => console.error(`Node ${version} is skipped: ${error.message}`))
    if (binary === undefined) continue
    console.log(`Node ${version}\n`)
    const code = await runScript('run', args, binary)
    if (code !== 0) throw new Error(`${binary} ended with the exit code ${code}`)
  }
}

/** @param {(part: string, entries: import('./noise').Measured[]) => void} write gets what is quiet enough to be published */
async function measureAll ({ only, pairs, out }, write) {
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
      let entries = await step.measure({ pairs, load })
      if (out !== undefined && noiseIn(entries).length > 0) entries = await step.measure({ pairs, load })
      if (noiseIn(entries).length === 0) write(step.part, entries)
      measured[step.part].push(...entries)
    }
    return measured
  } finally {
    load.kill()
    progress.clear()
  }
}

function print (measured) {
  const parts = tablesOf(measured).map(({ title, ...cells }) => `${title}\n\n${table.plain(cells)}`)
  const { cpu, cores } = machine()
  parts.push(`Node ${process.version}, ${cores} cores of an ${cpu}, which the servers and the load generator share.`)
  console.log(`${parts.join('\n\n')}\n`)
}

runCommand({ USAGE, parseOptions }, run)
