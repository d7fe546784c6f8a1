'use strict'

// Runs one of the measurements that README and docs/benchmark.md do not repeat in each run: `npm run bench:compare NAME -- --help`.

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')

/** @type {Record<string, string>} what each script of this folder measures */
const SCRIPTS = {
  cold: 'loading, the first renders and the first request of a process, by each engine and by this library',
  heap: 'memory of compiled views, by each engine and by this library',
  keys: 'memory after a million keys of cached fragments, with a small and a large cache',
  real: 'views of public projects, by their engines and by this library',
  scale: 'several processes, nginx, latencies and memory',
  small: 'small views: rendering and requests, by Express alone and with this library',
  starts: 'requests to servers that have just started',
  way: 'files and functions of lib/ that one request runs'
}

const USAGE = `Usage: npm run bench:compare NAME -- [its options]

${Object.entries(SCRIPTS).map(([name, about]) => `  ${name.padEnd(6)}  ${about}`).join('\n')}

\`npm run bench:compare NAME -- --help\` shows the options of each.`

async function main ([name, ...args]) {
  if (name === '--help') return console.log(USAGE)
  if (!Object.hasOwn(SCRIPTS, name)) {
    console.error(`${name === undefined ? 'Name a measurement' : `'${name}' is no measurement`}\n\n${USAGE}`)
    process.exitCode = 2
    return
  }
  const child = spawn(process.execPath, [path.join(__dirname, `${name}.js`), ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

main(process.argv.slice(2))
