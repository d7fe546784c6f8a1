'use strict'

// Runs one of the measurements that README and docs/benchmark.md do not repeat in each run: `npm run bench:compare NAME -- --help`.

const { helpOf } = require('../bin/wrap')
const { runScript } = require('./run-script')

/** @type {Record<string, string>} what each script of this folder measures */
const SCRIPTS = {
  apps: 'real applications, stock and with this library',
  cold: 'loading, the first renders and the first request of a process, by each engine and by this library',
  real: 'views of public projects, by their engines and by this library',
  scale: 'several processes, nginx, latencies and memory',
  short: 'pages of hbs and express-handlebars, spliced and written by Handlebars',
  small: 'small views: rendering and requests, by Express alone and with this library',
  way: 'the files and functions of this library that one warm request passes'
}

const USAGE = `Usage: npm run bench:compare NAME -- [its options]

${Object.entries(SCRIPTS).map(([name, about]) => `  ${name.padEnd(6)}  ${about}`).join('\n')}

\`npm run bench:compare NAME -- --help\` shows the options of each.`

async function main ([name, ...args]) {
  if (name === '--help') return console.log(helpOf(USAGE))
  if (!Object.hasOwn(SCRIPTS, name)) {
    console.error(`${name === undefined ? 'Name a measurement' : `'${name}' is no measurement`}\n\n${helpOf(USAGE)}`)
    process.exitCode = 2
    return
  }
  process.exitCode = await runScript(name, args)
}

main(process.argv.slice(2))
