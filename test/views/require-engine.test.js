'use strict'

const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { requireEngine } = require('../../lib/views/engines')
const { viewFolder } = require('../support/view-folder')

const FILE = path.join(__dirname, '../../lib/views/engines.js')
const folder = viewFolder({ 'node_modules/mustache/index.js': "module.exports = 'of the app'" })

/** @returns {Function} `requireEngine` as in a bundle that is an ES module: without `__dirname` and `__filename` */
function bundled () {
  const module = { exports: {} }
  // eslint-disable-next-line no-new-func
  new Function('require', 'module', 'exports', fs.readFileSync(FILE, 'utf8'))(createRequire(FILE), module, module.exports)
  return module.exports.requireEngine
}

describe.each([
  { place: 'the package', load: () => requireEngine },
  { place: 'an ES module bundle', load: bundled }
])('in $place, an engine', ({ load }) => {
  test('is that of the app', () => {
    expect(load()({ package: 'mustache' }, 'page', [folder.file('views')])).toBe('of the app')
  })

  test('is that of the package if the app has none', () => {
    const before = process.cwd()
    try {
      process.chdir('/')
      expect(load()({ package: 'mustache' }, 'page', ['/views']).name).toBe('mustache.js')
    } finally {
      process.chdir(before)
    }
  })

  test('that is not installed causes an error with the command that installs it', () => {
    const message = 'View "page" needs the package "no-such-engine", which is not installed: npm install no-such-engine'
    const cause = expect.objectContaining({ code: 'MODULE_NOT_FOUND' })
    expect(() => load()({ package: 'no-such-engine' }, 'page', ['/views'])).toThrow(expect.objectContaining({ message, cause }))
  })
})
