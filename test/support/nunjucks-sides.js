'use strict'

const nunjucks = require('nunjucks')
const dialect = require('../../lib/dialects').byName('nunjucks')
const { ByName } = require('../../lib/dialects/nunjucks/by-name')
const { Template } = require('../../lib/template/template')
const { streamedText } = require('./streamed')

/**
 * @typedef {object} Case
 * @property {string} page the source of `page.njk`
 * @property {Record<string, string>} [files] sources by name
 * @property {object} [options] of the environment
 * @property {(env: object, log: unknown[]) => void} [setup] adds filters, globals, extensions
 * @property {() => object} [locals] makes those of one render
 */

/** Finds templates in an object. */
const FilesLoader = nunjucks.Loader.extend({
  init (files) {
    this.files = files
  },
  getSource (name) {
    const file = name.replace(/^\/views\//, '')
    return Object.hasOwn(this.files, file) ? { src: this.files[file], path: `/views/${file}`, noCache: Boolean(this.noCache) } : null
  }
})

/** The same, later. */
const AsyncLoader = FilesLoader.extend({
  async: true,
  getSource (name, callback) {
    setImmediate(() => callback(null, FilesLoader.prototype.getSource.call(this, name)))
  }
})

/**
 * @param {Case} example
 * @param {{ loader?: 'async' | 'uncached', options?: object }} [setting]
 * @returns {{ env: object, log: unknown[] }}
 */
function createEnv ({ page, files, options, setup = () => {} }, setting = {}) {
  const Loader = setting.loader === 'async' ? AsyncLoader : FilesLoader
  const loader = new Loader({ 'page.njk': page, ...files })
  if (setting.loader === 'uncached') loader.noCache = true
  const env = new nunjucks.Environment(loader, { ...setting.options, ...options })
  const log = []
  setup(env, log)
  return { env, log }
}

/**
 * Renders a page twice by Nunjucks, twice by the dialect, and twice by that as a stream,
 * each with an environment of its own.
 *
 * @param {Case} example
 * @param {object} [setting] see `createEnv`
 * @returns {Promise<{ expected: object[], actual: object[], streamed: object[], pages: object[] }>}
 *   how each render ended and what it logged; the pages are the dialect's
 */
async function bothSides (example, setting) {
  const { locals = () => ({}) } = example
  const pages = []
  const expected = await twice(createEnv(example, setting), (env) => byEngine(env, locals()))
  const actual = await twice(createEnv(example, setting), async (env) => {
    const page = await renderView(env, 'page.njk', locals())
    pages.push(page)
    return page.toString()
  })
  const streamed = await twice(createEnv(example, setting), (env) => streamedText(viewOf(env, 'page.njk'), locals()))
  return { expected, actual, streamed, pages }
}

/**
 * Renders a view that the environment finds itself.
 *
 * @param {object} env
 * @param {string} name
 * @param {object} locals
 * @returns {import('../../lib/template/rendered').Rendered | Promise<import('../../lib/template/rendered').Rendered>}
 */
function renderView (env, name, locals) {
  return viewOf(env, name).render(locals)
}

function viewOf (env, name) {
  return new Template(name, dialect.compile('', { filename: name, engine: new ByName(() => env), options: {} }))
}

/**
 * The same for a page whose source is given, as a file is.
 *
 * @param {Case} example
 * @param {object} [setting]
 * @returns {Promise<{ expected: object[], actual: object[], streamed: object[], pages: object[] }>}
 */
async function bothPrograms (example, setting) {
  const { page, locals = () => ({}) } = example
  const filename = '/views/page.njk'
  const pages = []
  const expected = await twice(createEnv(example, setting), (env) => new Promise((resolve, reject) => {
    new nunjucks.Template(page, env, filename, true).render(locals(), (error, text) => error ? reject(error) : resolve(text))
  }))
  const templateFor = (env) => new Template(filename, dialect.compile(page, { filename, engine: env, options: {} }))
  const actual = await twice(createEnv(example, setting), async (env) => {
    const rendered = await templateFor(env).render(locals())
    pages.push(rendered)
    return rendered.toString()
  })
  const streamed = await twice(createEnv(example, setting), async (env) => streamedText(templateFor(env), locals()))
  return { expected, actual, streamed, pages }
}

/**
 * @param {object} env
 * @param {object} locals
 * @param {string} [name]
 * @returns {Promise<string>}
 */
function byEngine (env, locals, name = 'page.njk') {
  return new Promise((resolve, reject) => {
    env.render(name, locals, (error, text) => error ? reject(error) : resolve(text))
  })
}

async function twice ({ env, log }, render) {
  const once = async () => ({ ...await ending(() => unlessNever(render(env))), log: log.splice(0) })
  return [await once(), await once()]
}

/** More turns of the event loop than any template here takes, each of whose steps takes one. */
const MOST_TURNS = 2000

/**
 * Some templates never call back, such as one that waits in a macro.
 *
 * @param {Promise<string>} text
 * @returns {Promise<string>} 'never' for those
 */
async function unlessNever (text) {
  const state = { ended: false }
  const end = () => { state.ended = true }
  text.then(end, end)
  for (let turn = 0; turn < MOST_TURNS && !state.ended; turn++) await new Promise(setImmediate)
  return state.ended ? text : 'never'
}

/**
 * @param {() => Promise<string>} render
 * @returns {Promise<{ output: string } | { error: object }>}
 */
async function ending (render) {
  try {
    return { output: await render() }
  } catch (error) {
    const { constructor, name, message, lineno, colno, cause } = error
    // Nunjucks numbers some variables through, whatever template they are in.
    const same = (text) => String(text).replace(/hole_\d+/g, 'hole')
    return { error: { type: constructor.name, name, message: same(message), lineno, colno, cause: same(cause) } }
  }
}

/**
 * @param {import('../../lib/template/rendered').Rendered} rendered
 * @returns {import('../../lib/template/static-fragment').StaticFragment[]}
 */
function fragmentsOf (rendered) {
  return rendered.chunks.filter((chunk) => typeof chunk !== 'string')
}

module.exports = { AsyncLoader, FilesLoader, bothPrograms, bothSides, byEngine, createEnv, ending, fragmentsOf, renderView, unlessNever, viewOf }
