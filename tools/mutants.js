'use strict'

// Tries how well `npm run test:engines -- --learn` refuses a release with other code.

const acorn = require('acorn')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs } = require('node:util')
const { runCommand } = require('../bench/command')
const progress = require('../bin/measure/progress')
const { inParallel } = require('../test/support/in-parallel')
const equivalent = require('./engines/equivalent')
const guards = require('./engines/guards')
const { changesIn, check, compare, copyProject, functionsOf, install, oneLine, pagesOf, publishedOf, reasonIn } = require('./engines/learn')
const { parseEngines } = require('./engines/options')

/** The version of a mutant. */
const NEXT = '999.0.0'

/** A mutant runs on and on if it takes this many times as long as the release. */
const LONGEST = 5

const USAGE = `Usage: npm run test:mutants -- <engine>[@version] …

Takes a release of the engine without one block of a method that is learnt for a new one, for each block in turn, and prints the blocks \
whose loss npm run test:engines -- --learn would not see. It takes minutes, and needs the registry.

  --help  print this help`

/** @throws {TypeError} with the valid names */
function parseOptions (args) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean', default: false } } })
  if (positionals.length === 0 && !values.help) throw new TypeError('Name an engine')
  return { engines: parseEngines(positionals), help: values.help }
}

async function tryMutants ({ engines }) {
  for (const [name, range] of engines) await tryMutantsOf(name, range)
}

async function tryMutantsOf (name, range) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-mutants-'))
  try {
    const lanes = await Promise.all(Array.from({ length: os.availableParallelism() }, (_, i) => createLane(name, range, path.join(folder, String(i)))))
    const release = await releaseOf(name, lanes[0], path.join(folder, 'pages.json'))
    const mutants = mutantsOf(release.methods, lanes[0].engine.folder)
    const refusals = {}
    const survivors = []
    let done = 0
    await inParallel(mutants, async (mutant) => {
      const lane = lanes.pop()
      const refusal = await refusalOf(name, mutant, lane, release)
      lanes.push(lane)
      if (refusal) refusals[refusal] = (refusals[refusal] ?? 0) + 1
      else {
        survivors.push(mutant)
        progress.clear()
        console.log(`${mutant.method}: ${mutant.part}\n  ${reasonIn(equivalent[name], mutant.method, mutant.part) ?? 'NOT IN tools/engines/equivalent.js'}`)
      }
      progress.show(`${name}: ${++done} of ${mutants.length} mutants, ${survivors.length} not refused`)
    })
    progress.clear()
    for (const [refusal, count] of Object.entries(refusals)) console.log(`${count}: ${refusal}`)
    console.log(`${name} ${release.version}: ${mutants.length - survivors.length} of ${mutants.length} mutants are refused`)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function createLane (name, range, folder) {
  fs.mkdirSync(folder)
  return { engine: await install(name, range, path.join(folder, 'engine')), project: copyProject(path.join(folder, 'project')) }
}

/**
 * @returns {Promise<object>} the release, as `require` loads it: where its methods are, its pages, and the milliseconds that a mutant has
 * @throws {Error} if the release itself is not learnt
 */
async function releaseOf (name, { engine: { folder, version }, project }, known) {
  const published = [...await publishedOf(name), NEXT]
  const started = performance.now()
  const pages = await pagesOf(name, folder, { entry: 'require', version })
  fs.writeFileSync(known, JSON.stringify(pages))
  const rendered = performance.now()
  const compared = await compare(name, folder, { project, entry: 'require' })
  const limits = { pages: Math.ceil(LONGEST * (rendered - started)), compare: Math.ceil(LONGEST * (performance.now() - rendered)) }
  check(compared, 'require')
  if (changesIn(pages, await pagesOf(name, folder, { entry: 'require', version, known })).length > 0) throw new Error(`${name} ${version} has other pages when they are rendered again`)
  return { version, published, pages, known, limits, methods: compared.methods.map(({ file, ...method }) => ({ ...method, file: path.relative(folder, file) })) }
}

/**
 * @returns {{ method: string, part: string, file: string, source: string }[]} each file without one block of a method; a change of those
 *   that dead.js names is always refused, since they then have other code
 */
function mutantsOf (methods, folder) {
  const mutants = new Map()
  for (const { method, file, start, end, missed } of methods) {
    const source = fs.readFileSync(path.join(folder, file), 'utf8')
    const isIn = (block, part) => block.start >= part.start && block.end <= part.end
    for (const block of blocksIn(source).filter((block) => isIn(block, { start, end }) && !missed.some((part) => isIn(block, part)))) {
      const part = oneLine(source.slice(block.start, block.end))
      // A method may stand in another one.
      mutants.set(`${file}:${block.start}:${block.end}`, { method, file, part, source: source.slice(0, block.start) + block.without + source.slice(block.end) })
    }
  }
  return [...mutants.values()]
}

/** @returns {{ start: number, end: number, without: string }[]} what V8 counts as blocks, with what takes their place */
function blocksIn (source) {
  const blocks = []
  const add = ({ start }, { end }, without) => blocks.push({ start, end, without })
  const statement = (node) => {
    if (node?.type === 'BlockStatement' ? node.body.length > 0 : node && node.type !== 'IfStatement') add(node, node, '{}')
  }
  const value = (node) => add(node, node, '(void 0)')
  const visit = (node) => {
    if (node.type === 'IfStatement') [node.consequent, node.alternate].forEach(statement)
    if (node.type === 'SwitchCase' && node.consequent.length > 0) add(node.consequent[0], node.consequent.at(-1), '')
    if (node.type === 'TryStatement') [node.block, node.handler?.body, node.finalizer].forEach(statement)
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(value)
    if (node.type === 'LogicalExpression') value(node.right)
    if (/^(?:For|While|DoWhile)/.test(node.type)) statement(node.body)
    if (/Function/.test(node.type)) (node.body.type === 'BlockStatement' ? statement : value)(node.body)
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') visit(child)
  }
  visit(acorn.parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true }))
  return blocks
}

/** @returns {Promise<string | undefined>} why a release with the mutant is not learnt */
async function refusalOf (name, { file, source }, { engine, project }, { version, published, pages, known, limits }) {
  const mutated = path.join(engine.folder, file)
  const original = fs.readFileSync(mutated, 'utf8')
  fs.writeFileSync(mutated, source)
  try {
    // The corpus alone is enough for most.
    for (const generated of [0, undefined]) {
      const mutated = await pagesOf(name, engine.folder, { entry: 'require', version, generated, known, timeout: limits.pages })
      if (changesIn(pages, mutated).length > 0) return 'a page of the engine changes'
    }
    const functions = await functionsOf(name, engine.folder, ['require'])
    guards.write(guards.withVersion(guards.read(name), { version: NEXT, published, functions }), path.join(project, 'lib/dialects/guards'))
    const compared = await compare(name, engine.folder, { project, entry: 'require', isStopped: true, timeout: limits.compare })
    return refusalBy(() => check(compared, 'require'))
  } catch (error) {
    // Errors of `execFile` have the command.
    if (error.cmd === undefined) throw error
    return error.killed ? 'it does not end' : 'it does not run'
  } finally {
    fs.writeFileSync(mutated, original)
  }
}

function refusalBy (check) {
  try {
    check()
  } catch ({ message }) {
    return message.includes('pages differ') ? 'a page differs' : message.split('\n')[0]
  }
}

runCommand({ USAGE, parseOptions }, tryMutants)
