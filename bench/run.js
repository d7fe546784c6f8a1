'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const cases = require('./cases')
const { Child } = require('./child')
const { measureDialects } = require('./dialects')
const { measureGrowth } = require('./growth')
const { DIALECTS, GROWTH, USAGE, parseOptions } = require('./options')
const progress = require('./progress')
const { saturation, summarize, summarizeDialects, summarizeGrowth, summarizeSizes } = require('./report')
const { CONNECTIONS, measure } = require('./rounds')
const table = require('./table')

async function main () {
  let options
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exitCode = 2
    return
  }
  if (options.help) return console.log(USAGE)

  try {
    const measured = await measureAll(options)
    print(options, measured)
    save(options, measured)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

async function measureAll (options) {
  try {
    const pages = await measurePages(options)
    const dialects = await measureDialects(DIALECTS.filter((name) => options.only.includes(name)), options.rounds)
    const growth = options.only.includes(GROWTH) ? await measureGrowth() : []
    return { pages, dialects, growth }
  } finally {
    progress.clear()
  }
}

async function measurePages ({ only, rounds, seconds }) {
  const load = new Child('load.js')
  const pages = []
  try {
    for (const page of cases.filter(({ name }) => only.includes(name))) {
      pages.push(await measure(page, { load, rounds, seconds, progress: progress.show }))
    }
    return pages
  } finally {
    load.kill()
  }
}

function print ({ markdown }, { pages, dialects, growth }) {
  const draw = markdown ? table.markdown : table.plain
  const tables = [summarize(pages), summarizeSizes(pages), summarizeDialects(dialects), summarizeGrowth(growth)]
  const parts = tables.filter(({ rows }) => rows.length > 0).map(({ header, rows }) => draw(header, rows))
  if (pages.length > 0) parts.push(saturation(pages))
  console.log(parts.join('\n\n'))
}

function save ({ only, rounds, seconds, out }, measured) {
  const results = {
    date: new Date().toISOString(),
    node: process.version,
    machine: { cpu: os.cpus()[0].model, cores: os.cpus().length },
    options: { only, rounds, seconds, connections: CONNECTIONS },
    ...measured
  }
  fs.mkdirSync(path.dirname(out), { recursive: true })
  fs.writeFileSync(out, JSON.stringify(results, null, 2) + '\n')
}

main()
