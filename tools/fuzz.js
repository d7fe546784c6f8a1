'use strict'

// Renders random templates by the engine and by the dialect, and sends random requests to apps with the
// middleware and without, until the time is over. Prints each difference as a case to repeat.

const { randomInt } = require('node:crypto')
const { Child } = require('../bin/measure/child')
const progress = require('../bin/measure/progress')
const { checkNames, parseCount, parseLine, runCommand } = require('../bench/command')
const table = require('../bench/table')
const { dialects } = require('../lib/dialects')
const { parseSeed } = require('./all/options')

const NAMES = [...dialects.map(({ name }) => name), 'requests']
const COLUMNS = ['runs', 'pages', 'requests', 'aborts', 'failures', 'seconds']

/** Seconds for a round and for making a failing case smaller. */
const LONGEST_ROUND = 180

/** Failures after which no more are looked for in a language: most have the same cause. */
const ENOUGH = 3

const USAGE = `Usage: npm run fuzz -- [options]

  --minutes <n>   length of the run (default: 10)
  --runs <n>      cases of each name, instead of a length
  --seed <n>      seed of the first round, to repeat a run
  --only <names>  some of ${NAMES.join(', ')}; separated by commas
  --path <path>   repeats one case, with the seed and the name that are printed with it
  --help          print this help`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const texts = { seed: process.env.TEST_SEED ?? `${randomInt(2 ** 31)}`, only: NAMES.join(','), path: undefined, runs: undefined }
  const { values } = parseLine(args, { counts: { minutes: 10 }, texts })
  const names = values.only.split(',')
  checkNames(names, NAMES)
  if (values.path !== undefined && (names.length > 1 || !/^\d+(:\d+)*$/.test(values.path))) throw new TypeError(`--path takes numbers with colons between them, and --only with one name; got '${values.path}'`)
  return { ...values, names, seed: parseSeed(values.seed), ...(values.runs && { runs: parseCount('runs', values.runs), minutes: Infinity }) }
}

async function fuzz ({ names, minutes, seed, path, runs = Infinity }) {
  console.log(`npm run fuzz: ${names.join(', ')}; seed ${seed}`)
  const start = performance.now()
  const totals = names.map((name) => ({ name, ...Object.fromEntries(COLUMNS.map((column) => [column, 0])) }))
  const rounds = path === undefined ? Infinity : 1
  let child
  for (let round = 0; round < rounds && performance.now() < start + minutes * 60_000; round++) {
    // The least time so far: a round is longer in some languages than in others.
    const [total] = totals.filter((total) => total.failures < ENOUGH && total.runs < runs).sort((a, b) => a.seconds - b.seconds)
    if (total === undefined) break
    if (process.stderr.isTTY) progress.show(`${total.name}, ${Math.floor((performance.now() - start) / 1000)} s, ${total.runs} runs`)
    child ??= new Child('tools/fuzz/worker.js')
    const question = { name: total.name, seed: (seed + round) % 2 ** 31, path }
    const answer = await child.ask(question, LONGEST_ROUND).catch((error) => {
      child.kill()
      child = undefined
      return { failures: 1, description: `To repeat: npm run fuzz -- --only ${question.name} --seed ${question.seed}\n${error.message}` }
    })
    for (const column of COLUMNS) total[column] += answer[column] ?? 0
    if (answer.failures === 0) continue
    progress.clear()
    console.log(`\nFAILED  ${total.name}\n${answer.description}`)
  }
  child?.kill()
  progress.clear()
  if (report(totals) > 0) process.exitCode = 1
}

/** @returns {number} failures */
function report (totals) {
  const sums = Object.fromEntries(COLUMNS.map((column) => [column, totals.reduce((sum, total) => sum + total[column], 0)]))
  const rows = [...totals, { name: 'all', ...sums }].map((total) => [total.name, ...COLUMNS.map((column) => total[column].toFixed())])
  console.log(`\n${table.plain({ header: ['', ...COLUMNS], rows })}`)
  return sums.failures
}

runCommand({ USAGE, parseOptions }, fuzz)
