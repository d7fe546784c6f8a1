'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const cases = require('./cases')
const { Child } = require('./child')
const { USAGE, parseOptions } = require('./options')
const progress = require('./progress')
const { saturation, summarize } = require('./report')
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
    const pages = await measureAll(options)
    print(options, pages)
    save(options, pages)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

async function measureAll ({ only, rounds, seconds }) {
  const load = new Child('load.js')
  const pages = []
  try {
    for (const page of cases.filter(({ name }) => only.includes(name))) {
      pages.push(await measure(page, { load, rounds, seconds, progress: progress.show }))
    }
    return pages
  } finally {
    progress.clear()
    load.kill()
  }
}

function print ({ markdown }, pages) {
  const { header, rows } = summarize(pages)
  const draw = markdown ? table.markdown : table.plain
  console.log(`${draw(header, rows)}\n\n${saturation(pages)}`)
}

function save ({ only, rounds, seconds, out }, pages) {
  const results = {
    date: new Date().toISOString(),
    node: process.version,
    machine: { cpu: os.cpus()[0].model, cores: os.cpus().length },
    options: { only, rounds, seconds, connections: CONNECTIONS },
    pages
  }
  fs.mkdirSync(path.dirname(out), { recursive: true })
  fs.writeFileSync(out, JSON.stringify(results, null, 2) + '\n')
}

main()
