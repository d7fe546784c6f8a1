'use strict'

// Tries how well `npm run test:engines -- --learn` refuses a release with other code. For each block of each method that is learnt of a
// version, it takes a release without that block for a new one, and prints the blocks whose loss nothing shows:
//
//   node test/engines/mutants.js liquidjs@10.30.1

const acorn = require('acorn')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const guards = require('./guards')
const { check, compare, copyProject, functionsOf, install, oneLine, publishedOf } = require('./learn')
const { inParallel } = require('../support/in-parallel')
const progress = require('../../bin/measure/progress')

/** The version of a mutant. */
const NEXT = '999.0.0'

async function main () {
  const [name, range = 'latest'] = process.argv[2].split('@')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-mutants-'))
  try {
    const lanes = await Promise.all(Array.from({ length: os.availableParallelism() }, (_, i) => createLane(name, range, path.join(folder, String(i)))))
    const published = [...await publishedOf(name), NEXT]
    const mutants = mutantsOf(await methodsOf(name, lanes[0]), lanes[0].engine.folder)
    const survivors = []
    let done = 0
    await inParallel(mutants, async (mutant) => {
      const lane = lanes.pop()
      if (!await isRefused(name, mutant, lane, published)) survivors.push(mutant)
      lanes.push(lane)
      progress.show(`${name}: ${++done} of ${mutants.length} mutants, ${survivors.length} not refused`)
    })
    progress.clear()
    for (const { method, part } of survivors) console.log(`${method}: ${part}`)
    console.log(`${name} ${lanes[0].engine.version}: ${mutants.length - survivors.length} of ${mutants.length} mutants are refused`)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function createLane (name, range, folder) {
  fs.mkdirSync(folder)
  return { engine: await install(name, range, path.join(folder, 'engine')), project: copyProject(path.join(folder, 'project')) }
}

/** @returns {Promise<{ method: string, file: string, start: number, end: number }[]>} where the methods are, as `require` loads them */
async function methodsOf (name, { engine, project }) {
  const { methods } = await compare(name, engine.folder, { project, entry: 'require' })
  return methods.map(({ file, ...method }) => ({ ...method, file: path.relative(engine.folder, file) }))
}

/** @returns {{ method: string, part: string, file: string, source: string }[]} each file without one block of a method */
function mutantsOf (methods, folder) {
  return methods.flatMap(({ method, file, start, end }) => {
    const source = fs.readFileSync(path.join(folder, file), 'utf8')
    return blocksIn(source).filter((block) => block.start >= start && block.end <= end).map((block) => {
      const part = source.slice(block.start, block.end)
      return { method, file, part: oneLine(part), source: source.slice(0, block.start) + block.without + source.slice(block.end) }
    })
  })
}

/** @returns {{ start: number, end: number, without: string }[]} blocks, and the operands of conditions, with what takes their place */
function blocksIn (source) {
  const blocks = []
  const add = ({ start, end }, without) => blocks.push({ start, end, without })
  const visit = (node) => {
    if (node.type === 'BlockStatement' && node.body.length > 0) add(node, '{}')
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach((operand) => add(operand, '(void 0)'))
    if (node.type === 'IfStatement') [node.consequent, node.alternate].filter((branch) => branch && !/Block|If/.test(branch.type)).forEach((branch) => add(branch, ';'))
    if (node.type === 'ArrowFunctionExpression' && node.expression) add(node.body, '(void 0)')
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') visit(child)
  }
  visit(acorn.parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true }))
  return blocks
}

/** @returns {Promise<boolean>} whether a release with the mutant is not learnt */
async function isRefused (name, { file, source }, { engine, project }, published) {
  const mutated = path.join(engine.folder, file)
  const original = fs.readFileSync(mutated, 'utf8')
  fs.writeFileSync(mutated, source)
  try {
    const functions = await functionsOf(name, engine.folder)
    guards.write(guards.withVersion(guards.read(name), { version: NEXT, published, functions }), path.join(project, 'lib/dialects/guards'))
    check(await compare(name, engine.folder, { project, entry: 'require', isStopped: true }), 'require')
    return false
  } catch {
    return true
  } finally {
    fs.writeFileSync(mutated, original)
  }
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
