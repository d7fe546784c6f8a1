'use strict'

// Learns the functions of Node, Express and Koa that stand on the way of a page, and those of packages that pass pages on.

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { parseArgs, promisify } = require('node:util')
const { checkNames, runCommand } = require('../bench/command')
const packages = require('./stock/packages')
const { inParallel } = require('../test/support/in-parallel')

const run = promisify(execFile)

const FILE = path.join(__dirname, '../lib/response/slots.json')

/** The releases that were learnt, but for those which the library itself compares. */
const RELEASES = path.join(__dirname, 'stock/releases.json')
const COMPARED = ['express', 'node']

/** Package → the versions of it that are learnt. Express 4 and Koa 2 as the peer dependencies; Node as `engines`. */
const VERSIONS = {
  node: '>=20.15.0 <21 || >=21.7.0',
  express: '>=4.0.0',
  koa: '>=2.0.0',
  ...Object.fromEntries(Object.entries(packages).flatMap(([name, { passes }]) => passes ? [[name, passes]] : []))
}
const NAMES = [...new Set([...Object.keys(VERSIONS), ...Object.keys(packages)])]

const USAGE = `Usage: npm run test:stock -- [options] [name …]

Lists the releases of Node, Express, Koa and other packages whose functions lib/response/slots.json does not have. With --learn, it \
installs them in a temporary folder, one after the other, and adds the digests of their functions: of what stock calls on the way of \
a page, and of what passes a page on. Of a package that passes on, a client must get the same body as without it. With --beside, it \
installs the newest release of each package, and prints whether pages of an app with it are spliced and encoded.

  ${NAMES.join(', ')}

  --learn    add the releases that are missing
  --beside   try pages beside the packages
  --help     print this help

The exit code is 1 if releases are missing or cannot be learnt, or if pages beside a package are not what tools/stock/packages.js \
expects, and 2 if the command line is invalid.`

function parseOptions (args) {
  const flag = { type: 'boolean', default: false }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { learn: flag, beside: flag, help: flag } })
  checkNames(positionals, NAMES, 'The names are')
  return { ...values, names: positionals.length > 0 ? positionals : NAMES }
}

async function testStock ({ beside, learn: isLearnt, names }) {
  if (beside) return tryBeside(names.filter((name) => packages[name]))
  names = names.filter((name) => VERSIONS[name])
  const [known, others] = [FILE, RELEASES].map((file) => JSON.parse(fs.readFileSync(file, 'utf8')))
  Object.assign(known.releases, others)
  const missing = (await Promise.all(names.map((name) => missingOf(name, known)))).flat()
  if (!isLearnt) {
    for (const [name, version] of missing) console.log(`${name} ${version} is not learnt`)
    if (missing.length > 0) process.exitCode = 1
    return
  }
  await inParallel(missing, async ([name, version]) => {
    try {
      add(known, name, await functionsOf(name, version))
      const of = (isCompared) => Object.entries(known.releases).filter(([name]) => COMPARED.includes(name) === isCompared)
      fs.writeFileSync(FILE, printed({ stock: sorted(known.stock), passing: sorted(known.passing), releases: sorted(Object.fromEntries(of(true))) }))
      fs.writeFileSync(RELEASES, printed(sorted(Object.fromEntries(of(false)))))
      console.log(`${name} ${version} is learnt`)
    } catch (error) {
      console.error(`${name} ${version} is not learnt: ${String(error.stderr ?? error.message).trim().split('\n').at(-1)}`)
      process.exitCode = 1
    }
  })
}

/** @returns {Promise<[name: string, version: string][]>} the published versions that are to be learnt, without previews */
async function missingOf (name, { releases }) {
  const { stdout } = await run('npm', ['view', `${packageOf(name)}@${VERSIONS[name]}`, 'version', '--json'], { maxBuffer: 1 << 24 })
  const versions = [JSON.parse(stdout)].flat().filter((version) => !version.includes('-'))
  return versions.filter((version) => !releases[name]?.includes(version)).map((version) => [name, version])
}

function packageOf (name) {
  return name === 'node' ? `node-${process.platform}-${process.arch}` : name
}

function functionsOf (name, version) {
  return inFolder(name, version, packages[name] ? ['express'] : [], 'functions.js')
}

/** Prints what becomes of pages beside packages. */
async function tryBeside (names) {
  await inParallel(names, async (name) => {
    const { isEncoded, needs = [] } = packages[name]
    const result = await inFolder(name, 'latest', ['express', 'ejs', ...needs], 'beside.js')
    const isExpected = result.isSpliced && result.isEncoded === isEncoded
    console.log(`${name} ${result.version}: ${result.isSpliced ? 'spliced' : 'left to Express'}, ${result.isEncoded ? 'encoded' : 'sent as text'}`)
    if (isExpected) return
    console.error(`${name}: that is not what is expected: ${JSON.stringify(result)}`)
    process.exitCode = 1
  })
}

/** @returns {Promise<object>} what a script prints of a release that is installed in a temporary folder */
async function inFolder (name, version, more, script) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stock-'))
  try {
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', `${packageOf(name)}@${version}`, ...more])
    const binary = name === 'node' ? path.join(folder, 'node_modules', packageOf(name), 'bin/node') : process.execPath
    const env = { ...process.env, NO_DEPRECATION: '*', NODE_ENV: 'production' }
    const { stdout } = await run(binary, [path.join(__dirname, 'stock', script), name, folder], { env, timeout: 60_000 })
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1))
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function add (known, name, { version, stock, passing }) {
  for (const [slot, digests] of Object.entries(stock)) known.stock[slot] = [...new Set([...known.stock[slot] ?? [], ...digests])].sort()
  for (const digest of passing) known.passing[digest] = name
  const releases = new Set([...known.releases[name] ?? [], version])
  known.releases[name] = [...releases].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

function sorted (object) {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => a < b ? -1 : 1))
}

/** @returns {string} as JSON, a list in a line */
function printed (value) {
  return `${JSON.stringify(value, null, 2).replace(/\[[^\]]*\]/g, (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`
}

runCommand({ USAGE, parseOptions }, testStock)
