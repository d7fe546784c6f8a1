'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { run } = require('./command')

const ROOT = path.join(__dirname, '../..')
const LOCK_FILE = 'package-lock.json'

/** Major version of Node → the npm that its latest release brings. */
const BUNDLED = { 20: '10.8.2', 22: '10.9.9', 24: '11.19.0' }

/**
 * @param {object} how see `stepsOf`
 * @yields {[title: string, work: () => Promise<unknown>]} `npm install` in a clone, which must leave the lock file as it is
 */
function * stepsOfLockFile ({ folder }) {
  for (const [node, npm] of Object.entries(BUNDLED)) {
    yield [`npm ${npm}, Node ${node}`, () => expectUnchanged(path.join(folder, npm), { node, npm })]
  }
}

async function expectUnchanged (cwd, { node, npm }) {
  for (const file of ['.npmrc', 'package.json', LOCK_FILE]) copy(file, cwd)
  for (const name of fs.readdirSync(path.join(ROOT, 'examples'))) copy(path.join('examples', name, 'package.json'), cwd)
  await run(['npx', '--yes', `npm@${npm}`, 'install', '--package-lock-only', '--prefer-offline'], { cwd, node })
  const [ours, written] = [ROOT, cwd].map((from) => fs.readFileSync(path.join(from, LOCK_FILE), 'utf8'))
  assert.strictEqual(written, ours, `npm ${npm} changes ${LOCK_FILE}`)
}

function copy (file, folder) {
  const target = path.join(folder, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  if (fs.existsSync(path.join(ROOT, file))) fs.copyFileSync(path.join(ROOT, file), target)
}

module.exports = { stepsOfLockFile }
