'use strict'

const { parseArgs } = require('node:util')
const { parseCount } = require('../command')
const examples = require('./examples')

const NAMES = Object.keys(examples)

const USAGE = `Usage: npm run profile -- [example] [options]

  example          ${NAMES.join(', ')} (default: express-ejs)
  --url <path>     the page that is asked for (default: /)
  --seconds <n>    length of the profile (default: 5)
  --help           print this`

/**
 * @param {string[]} args
 * @returns {{ example: string, url: string, seconds: number, help: boolean }}
 * @throws {TypeError} naming the option and what it takes
 */
function parseOptions (args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: { type: 'string', default: '/' },
      seconds: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false }
    }
  })
  return {
    example: known(positionals),
    url: path(values.url),
    seconds: parseCount('seconds', values.seconds),
    help: values.help
  }
}

function known ([example = 'express-ejs', ...others]) {
  if (others.length > 0) throw new TypeError(`one example at a time; got '${[example, ...others].join(' ')}'`)
  if (!NAMES.includes(example)) throw new TypeError(`the examples are ${NAMES.join(', ')}; got '${example}'`)
  return example
}

function path (url) {
  if (!/^\/[^\s#]*$/.test(url)) throw new TypeError(`--url takes a path that begins with /; got '${url}'`)
  return url
}

module.exports = { USAGE, parseOptions }
