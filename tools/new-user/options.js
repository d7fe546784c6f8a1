'use strict'

const { parseArgs } = require('node:util')
const { majorOf } = require('../../bench/node-versions')
const { parseMinutes, parseSeed } = require('../all/options')
const { MANAGERS } = require('./package-managers')
const { PROJECTS } = require('./projects')

const NAMES = Object.keys(PROJECTS)
const WIDTH = Math.max(...NAMES.map((name) => name.length)) + 2

const USAGE = `Usage: npm run test:new-user -- [options]

Packs the library and walks the path of a new user: copies each project to an empty folder, \
installs the tarball and the packages of the project, builds it, runs its tests, and starts it. \
Its pages are compared with those of the same app without the library.

${NAMES.map((name) => `  ${name.padEnd(WIDTH)}${PROJECTS[name].about}`).join('\n')}

  --only <projects>  projects to try, separated by commas
  --node <versions>  major versions of Node, separated by commas; by default the running one and 24
  --manager <name>   ${Object.keys(MANAGERS).join(', ')}, for all projects; by default npm, but for the projects of the others
  --minutes <n>      start no project after this time; the seed determines the order
  --seed <n>         order of the projects; by default that of the list
  --help             print this help

The exit code is 1 if anything fails, also if a package cannot be installed, and 2 if the command line is invalid.`

/**
 * @typedef {object} Options
 * @property {string[]} projects names
 * @property {string[]} nodes major versions
 * @property {string} [manager] of packages
 * @property {number} milliseconds after which no project starts
 * @property {number} [seed]
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} with the option, project or manager, and the valid values
 */
function parseOptions (args) {
  const { values: { only, node, manager, minutes, seed, help } } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: NAMES.join() },
      node: { type: 'string', default: `${majorOf(process.version)},24` },
      manager: { type: 'string' },
      minutes: { type: 'string', default: 'Infinity' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  })
  const projects = [...new Set(only.split(','))]
  const unknown = projects.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new TypeError(`Unknown project '${unknown}'; the projects are ${NAMES.join(', ')}`)
  const nodes = [...new Set(node.split(','))]
  if (!nodes.every((version) => /^\d+$/.test(version))) throw new TypeError(`--node takes major versions such as 20,24; got '${node}'`)
  if (manager !== undefined && !Object.hasOwn(MANAGERS, manager)) {
    throw new TypeError(`--manager takes ${Object.keys(MANAGERS).join(', ')}; got '${manager}'`)
  }
  return { projects, nodes, manager, milliseconds: parseMinutes(minutes), seed: seed && parseSeed(seed), help }
}

module.exports = { USAGE, parseOptions }
