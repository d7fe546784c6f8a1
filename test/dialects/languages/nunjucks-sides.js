'use strict'

const { promisify } = require('node:util')
const nunjucks = require('nunjucks')
const dialect = require('../../../lib/dialects').byName('nunjucks')
const { ByName } = require('../../../lib/dialects/nunjucks/engine')
const { Template } = require('../../../lib/views/template')

/**
 * @typedef {object} Case
 * @property {string} page the source of `page.njk`
 * @property {Record<string, string>} [files] sources by name
 * @property {object} [options] options of the environment
 * @property {(env: object, log: unknown[]) => void} [setup] adds filters, globals, extensions
 * @property {() => object} [locals] creates the locals of one render
 */

/** Loads templates from an object. */
const FilesLoader = nunjucks.Loader.extend({
  init (files, folder = '/views/') {
    this.files = files
    this.folder = folder
  },
  getSource (name) {
    const file = name.replace(this.folder, '')
    return Object.hasOwn(this.files, file) ? { src: this.files[file], path: this.folder + file, noCache: Boolean(this.noCache) } : null
  }
})

/** Loads templates from an object asynchronously. */
const AsyncLoader = FilesLoader.extend({
  async: true,
  getSource (name, callback) {
    setImmediate(() => callback(null, FilesLoader.prototype.getSource.call(this, name)))
  }
})

/**
 * @param {Case} example
 * @param {{ loader?: 'async' | 'uncached', options?: object, folder?: string }} [setting]
 * @returns {{ env: object, log: unknown[] }}
 */
function createEnv ({ page, files, options, setup = () => {} }, setting = {}) {
  const Loader = setting.loader === 'async' ? AsyncLoader : FilesLoader
  const loader = new Loader({ 'page.njk': page, ...files }, setting.folder)
  if (setting.loader === 'uncached') loader.noCache = true
  const env = new nunjucks.Environment(loader, { ...setting.options, ...options })
  const log = []
  setup(env, log)
  return { env, log }
}

/**
 * Renders a view that the environment finds by name.
 *
 * @returns {import('../../../lib/page/rendered').Rendered | Promise<import('../../lib/page/rendered').Rendered>}
 */
function renderView (env, name, locals) {
  return viewOf(env, name).render(locals)
}

function viewOf (env, name) {
  return new Template(name, dialect.compile('', { filename: name, engine: new ByName(() => env), options: {} }))
}

const byEngine = (env, locals, name = 'page.njk') => promisify(env.render.bind(env))(name, locals)

/** More turns of the event loop than any template here needs, and how many of them may pass without anything that is due. */
const MAX_TURNS = 2000
const MAX_IDLE_TURNS = 5

/**
 * Waits for a page. Some templates never call back, for example those that wait in a macro.
 *
 * @param {Promise<string>} text
 * @returns {Promise<string>} 'never' for such templates
 */
async function unlessNever (text) {
  const state = { ended: false }
  const end = () => { state.ended = true }
  text.then(end, end)
  for (let turn = 0, idle = 0; turn < MAX_TURNS && idle < MAX_IDLE_TURNS && !state.ended; turn++) {
    await new Promise(setImmediate)
    idle = process.getActiveResourcesInfo().includes('Immediate') ? 0 : idle + 1
  }
  return state.ended ? text : 'never'
}

module.exports = { AsyncLoader, FilesLoader, byEngine, createEnv, renderView, unlessNever, viewOf }
