'use strict'

// Runs the tests that answer for changed files, in seconds, and says what it leaves to `npm test`.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { runCommand } = require('../bench/command')
const { wrap } = require('../bin/wrap')
const longTests = require('../test/support/long-tests')
const { measure } = require('./near/measure')
const { parseOptions, USAGE } = require('./near/options')
const { all, testsNear } = require('./near/tests')

const ROOT = path.join(__dirname, '..')

/** @param {import('./near/options').Options} options */
function testNear ({ paths, since, list, measure: isMeasured }) {
  const files = paths.length > 0 ? filesIn(paths) : changedFiles(since)
  if (files.length === 0) return console.log(`Nothing has changed since ${since}.`)
  const { tests, without } = testsNear(files)
  for (const test of tests) console.log(test)
  if (isMeasured) return printMeasured(files, tests)
  if (!list) run(files, tests)
  console.log(`\n${wrap(leftOut(tests, without), process.stdout.columns)}`)
}

/** @returns {string[]} files, and those of folders, as paths from the top */
function filesIn (paths) {
  return paths.flatMap((each) => {
    const file = path.relative(ROOT, path.resolve(each)).replaceAll(path.sep, '/')
    if (!fs.existsSync(path.join(ROOT, file))) throw new Error(`There is no ${each}`)
    return fs.statSync(path.join(ROOT, file)).isDirectory() ? git('ls-files', '--', file) : [file]
  })
}

/** @returns {string[]} files that differ from a commit, with new ones */
function changedFiles (since) {
  return [...git('diff', '--name-only', '--relative', since), ...git('ls-files', '--others', '--exclude-standard')]
}

/** @returns {string[]} the lines that a command of git prints */
function git (...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** Runs ESLint on the files, then the tests. */
function run (files, tests) {
  const code = files.filter((file) => /\.m?js$/.test(file) && fs.existsSync(path.join(ROOT, file)))
  if (code.length > 0) node('eslint/bin/eslint.js', '--no-warn-ignored', ...code)
  if (tests.length > 0) node('jest/bin/jest.js', '--runTestsByPath', ...tests)
}

function node (script, ...args) {
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

/** Prints how many functions of each file the tests call. */
function printMeasured (files, tests) {
  for (const { file, functions, missed } of measure(files.filter((file) => file.endsWith('.js')), tests)) {
    const names = missed.length === 0 ? '' : `, not ${missed.join(', ')}`
    console.log(`${file}: ${functions - missed.length} of ${functions} functions are called${names}`)
  }
}

/** @returns {string} what `npm test` has beside these tests, and what it leaves to `npm run test:all` */
function leftOut (tests, without) {
  const left = all.filter((test) => !tests.includes(test))
  const long = left.filter((test) => longTests.some((names) => new RegExp(`^test/${names}`).test(test)))
  const folders = new Map()
  for (const test of left.filter((test) => !long.includes(test))) {
    const folder = test.split('/').slice(0, -1).slice(0, 2).join('/')
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  const counts = [...folders].map(([folder, count]) => `${folder} (${count})`).join(', ')
  return [
    ...without.length === 0 ? [] : [`No test is near ${without.join(', ')}.`],
    `Left to npm test: the declarations, lint of other files, and ${left.length - long.length} files of tests: ${counts}.`,
    `Left to npm run test:all: ${long.length} files of tests, other versions, and more cases of each.`
  ].join('\n')
}

runCommand({ USAGE, parseOptions }, testNear)
