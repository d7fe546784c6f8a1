'use strict'

// Walks the path of a new user, from the packed tarball in empty folders.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { runCommand } = require('../bench/command')
const { inParallel } = require('../test/support/in-parallel')
const { shuffle } = require('./all/shuffle')
const { stopAll } = require('./new-user/command')
const { pack } = require('./new-user/install')
const commandLine = require('./new-user/options')
const { createReport } = require('./new-user/report')
const { stepsOf } = require('./new-user/steps')

/** @param {import('./new-user/options').Options} options */
async function testNewUser ({ projects, nodes, manager, milliseconds, seed }) {
  const end = performance.now() + milliseconds
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-new-user-'))
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  const report = createReport()
  const tarball = await pack(folder)
  await inParallel(seed === undefined ? projects : shuffled(projects, seed), async (name) => {
    if (performance.now() >= end) return report.leaveOut(name)
    for (const [title, work] of stepsOf(name, { folder: path.join(folder, name), tarball, nodes, manager })) {
      if (!await report.step(`${name}: ${title}`, work)) return
    }
  })
  if (!report.end()) process.exitCode = 1
}

function shuffled (projects, seed) {
  return shuffle(projects.map((name) => ({ part: 'new-user', name })), seed).map(({ name }) => name)
}

process.on('exit', stopAll)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
runCommand(commandLine, testNewUser)
