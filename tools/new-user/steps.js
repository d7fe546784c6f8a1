'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const { run, runScript } = require('./command')
const { install } = require('./install')
const { MANAGERS } = require('./package-managers')
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
 * @param {string} [how.manager] of packages, by default the project's own
 * @yields {[title: string, work: () => Promise<unknown>]} the steps of a new user, in their order
 */
function * stepsOf (name, how) {
  const { layers, steps, isBundled, ...project } = PROJECTS[name]
  const { folder, tarball, nodes, manager = project.manager ?? 'npm' } = how
  if (steps !== undefined) return yield * steps({ ...how, manager })

  for (const layer of layers) fs.cpSync(path.join(__dirname, 'projects', layer), folder, { recursive: true })
  const { scripts } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))

  yield [`install by ${manager}`, () => install(folder, tarball, manager)]
  if ('alone' in scripts) {
    yield ['buffered-render explain', () => explain(folder, manager)]
    yield ['buffered-render compare', () => compare(folder, manager)]
  }
  for (const node of nodes) {
    for (const [title, work] of scriptSteps(scripts, { cwd: folder, node, manager }, isBundled)) yield [`${title}, Node ${node}`, work]
  }
}

function * scriptSteps (scripts, how, isBundled) {
  for (const script of ['build', 'test'].filter((script) => script in scripts)) {
    yield [`run ${script}`, () => runScript(script, how)]
  }
  if ('alone' in scripts) yield * serverSteps(scripts, how, isBundled)
}

function * serverSteps (scripts, how, isBundled) {
  let expected
  yield ['run alone', async () => { expected = await pagesAlone(how) }]
  for (const script of Object.keys(scripts).filter((script) => script.startsWith('start'))) {
    const visit = async (manager) => {
      for (const env of ENVIRONMENTS) await comparePages(script, expected, { ...how, env, manager })
    }
    const isAlone = isBundled && script !== 'start'
    yield [`run ${script}`, () => isAlone ? withoutModules(how.cwd, () => visit('npm')) : visit(how.manager)]
  }
}

async function explain (folder, manager) {
  const output = await run([...MANAGERS[manager].exec, 'buffered-render', 'explain', 'views'], { cwd: folder })
  assert.match(output, /^([1-9]\d*) of \1 views are spliced\.(?: \d+ ha(?:s|ve) no static text .*)?$/m)
}

async function compare (folder, manager) {
  const args = ['compare', 'missing', '--data', 'missing.json', '--rounds', '1']
  const output = await run([...MANAGERS[manager].exec, 'buffered-render', ...args], { cwd: folder })
  assert.match(output, /^missing\.\w+: (?:Express|Koa|node:http) .*\n\nIdentical, byte for byte: [\d,]+ bytes\./)
}

/** Takes node_modules away while it works; Yarn has none, and npm does not show what Yarn has installed. */
async function withoutModules (folder, work) {
  const [modules, hidden] = ['node_modules', 'hidden'].map((name) => path.join(folder, name))
  if (!fs.existsSync(modules)) return work()
  fs.renameSync(modules, hidden)
  try {
    await work()
  } finally {
    fs.renameSync(hidden, modules)
  }
}

module.exports = { stepsOf }
