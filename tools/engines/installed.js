'use strict'

const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { LANGUAGES } = require('./languages')

/**
 * Lets all modules of this process take an engine from a folder where it is installed, and the engine its dependencies, as in an app.
 *
 * @param {string} name of the package
 * @param {'require' | 'import'} entry how an app gets it
 * @returns {Promise<{ exports: object, version: string }>} what the app gets
 */
async function useInstalled (name, folder, entry) {
  const installed = [name, LANGUAGES[name]].filter((each) => each && fs.existsSync(path.join(folder, 'node_modules', each)))
  const resolve = Module._resolveFilename
  Module._resolveFilename = function (request, ...rest) {
    return resolve.call(this, request, ...installed.includes(request) ? [null, false, { paths: [folder] }] : rest)
  }
  const home = path.join(folder, 'node_modules', name)
  const { version, exports: entries, module: bundled } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'))
  if (entry === 'require') return { exports: require(name), version }

  // Without `exports`, Node imports what it requires, and bundlers take the file of `module`.
  const from = !entries && bundled?.endsWith('.mjs') ? pathToFileURL(path.join(home, bundled)) : name
  const script = path.join(folder, 'import.mjs')
  fs.writeFileSync(script, `import * as all from '${from}'\nexport { all }\n`)
  const { all } = await import(pathToFileURL(script))
  const exports = { ...(all.default ?? all) }
  const load = Module._load
  Module._load = function (request, ...rest) {
    return request === name ? exports : load.call(this, request, ...rest)
  }
  return { exports, version }
}

module.exports = { useInstalled }
