'use strict'

// Walks the path of a new user, from the packed tarball in empty folders.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { runCommand } = require('../../bench/command')
const { shuffle } = require('../all/shuffle')
const { inParallel } = require('../support/in-parallel')
const { stopAll } = require('./command')
const { pack } = require('./install')
const commandLine = require('./options')
const { createReport } = require('./report')
const { stepsOf } = require('./steps')

/** @param {import('./options').Options} options */
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
