'use strict'

const { parseArgs } = require('node:util')
const { parseCount } = require('../command')

const FRAMEWORKS = ['express', 'koa']

const USAGE = `Usage: npm run soak -- [options]

  --seconds <n>       length of the run of each framework (default: 60; from 25 on
                      memory is judged as well)
  --connections <n>   connections that ask for pages at the same time (default: 200)
  --framework <name>  ${FRAMEWORKS.join(' or ')} (default: both, one after the other)
  --help              print this`

/**
 * @param {string[]} args
 * @returns {{ seconds: number, connections: number, frameworks: string[], help: boolean }}
 * @throws {TypeError} naming the option and what it takes
 */
function parseOptions (args) {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      connections: { type: 'string', default: '200' },
      framework: { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  })
  return {
    seconds: parseCount('seconds', values.seconds),
    connections: parseCount('connections', values.connections),
    frameworks: values.framework === undefined ? FRAMEWORKS : [known(values.framework)],
    help: values.help
  }
}

function known (framework) {
  if (!FRAMEWORKS.includes(framework)) throw new TypeError(`--framework takes ${FRAMEWORKS.join(' or ')}; got '${framework}'`)
  return framework
}

module.exports = { USAGE, parseOptions }
