'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { run } = require('./command')
const { comparePages, pagesAlone } = require('./pages')
const { PROJECTS } = require('./projects')

/** In development, views are looked up for each request; in production they are cached. */
const ENVIRONMENTS = [{}, { NODE_ENV: 'production' }]

/**
 * @param {string} name of a project
 * @param {object} how
 * @param {string} how.folder where it is made
 * @param {string} how.tarball
 * @param {string[]} how.nodes major versions
 * @yields {[title: string, work: () => Promise<unknown>]} the steps of a new user, in their order
 */
function * stepsOf (name, how) {
  const { layers, steps, install, isBundled } = PROJECTS[name]
  if (steps !== undefined) return yield * steps(how)

  const { folder, tarball, nodes } = how
  for (const layer of layers) fs.cpSync(path.join(__dirname, 'projects', layer), folder, { recursive: true })
  const { scripts } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))

  yield ['install', () => install(folder, tarball)]
  if ('alone' in scripts) {
    yield ['npx buffered-render explain', () => explain(folder)]
    yield ['npx buffered-render compare', () => compare(folder)]
  }
  for (const node of nodes) {
    for (const [title, work] of scriptSteps(scripts, { cwd: folder, node }, isBundled)) yield [`${title}, Node ${node}`, work]
  }
}

function * scriptSteps (scripts, how, isBundled) {
  for (const script of ['build', 'test'].filter((script) => script in scripts)) {
    yield [`npm run ${script}`, () => run('npm', ['run', script], how)]
  }
  if ('alone' in scripts) yield * serverSteps(scripts, how, isBundled)
}

function * serverSteps (scripts, how, isBundled) {
  let expected
  yield ['npm run alone', async () => { expected = await pagesAlone(how) }]
  for (const script of Object.keys(scripts).filter((script) => script.startsWith('start'))) {
    const visit = async () => {
      for (const env of ENVIRONMENTS) await comparePages(script, expected, { ...how, env })
    }
    yield [`npm run ${script}`, () => isBundled && script !== 'start' ? withoutModules(how.cwd, visit) : visit()]
  }
}

async function explain (folder) {
  const output = await run('npx', ['--no', 'buffered-render', 'explain', 'views'], { cwd: folder })
  assert.match(output, /^([1-9]\d*) of \1 views are spliced\.(?: \d+ ha(?:s|ve) no static text .*)?$/m)
}

async function compare (folder) {
  const args = ['compare', 'missing', '--data', 'missing.json', '--rounds', '1']
  const output = await run('npx', ['--no', 'buffered-render', ...args], { cwd: folder })
  assert.match(output, /^missing\.\w+: (?:Express|Koa|node:http) .*\n\nIdentical, byte for byte: [\d,]+ bytes\./)
}

/** Takes node_modules away while it works. */
async function withoutModules (folder, work) {
  const [modules, hidden] = ['node_modules', 'hidden'].map((name) => path.join(folder, name))
  fs.renameSync(modules, hidden)
  try {
    await work()
  } finally {
    fs.renameSync(hidden, modules)
  }
}

module.exports = { stepsOf }
