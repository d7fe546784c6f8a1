'use strict'

const { runGenerator, isPromise } = require('../../lib/dialects/liquid/run-generator')
const { instanceFor, isInstance, settingsOf } = require('../../lib/dialects/liquid/instances')
const { LiquidInternals, VERSIONS, internalsFor } = require('../../lib/dialects/liquid/liquid-internals')
const { createNodes } = require('../../lib/dialects/liquid/create-nodes')
const { Page } = require('../../lib/dialects/liquid/page')
const { LiquidRenderer } = require('../../lib/dialects/liquid/liquid-renderer')
const { spansOf } = require('./liquid/spans')

/**
 * @param {string} source nothing where the instance does not read from the disk
 * @param {object} context see `Dialect.explain`
 * @returns {import('../../lib/dialects/dialect').Explanation}
 * @throws what Liquid throws for a file that it cannot read or parse
 */
function explain (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const internals = LiquidInternals.of(instance)
  const setup = { load, cache: options.cache }
  if (internals !== undefined && instance.options.fs === internals.fs) {
    return { spans: spansOf(new Page(source, filename).nodes(new LiquidRenderer(instance, internals, setup)).templates, internals) }
  }

  const templates = instance.parseFileSync(filename)
  if (internals === undefined) return { whole: reasonAgainst(instance, engine.version) }
  if (!instance.options.cache) return { whole: 'is not read from the disk, and the cache of Liquid is off', spans: spansOf(templates, internals) }
  createNodes(templates, new LiquidRenderer(instance, internals, setup))
  return { spans: spansOf(templates, internals) }
}

/** @returns {string} why the dialect leaves the templates of an instance to Liquid */
function reasonAgainst (instance, version) {
  const internals = internalsFor(instance)
  if (internals?.isKnown) return internals.changeOf(instance)
  return `is of ${version ? `LiquidJS ${version}` : 'another LiquidJS'}, and only the unchanged code of ${VERSIONS} is known`
}

/**
 * Has an instance of Liquid render a file: synchronously, which is faster, where nothing has to be
 * waited for. An instance that is made here keeps what it has parsed.
 *
 * @param {string} filename
 * @param {object} context
 * @returns {(locals: object) => string | Promise<string>}
 */
function byEngine (filename, { engine, options }) {
  const instance = isInstance(engine) ? engine : new engine.Liquid({ ...settingsOf(options), cache: true })
  let method
  return (locals) => {
    if (method !== undefined) return instance[method](filename, locals)
    if (!isReadAtOnce(instance, filename)) return instance.renderFile(filename, locals)

    const page = runGenerator(instance._renderFile(filename, locals, { sync: true }))
    method = isPromise(page) ? 'renderFile' : 'renderFileSync'
    return page
  }
}

/** @returns {boolean} a file system of the app may do no such thing */
function isReadAtOnce (instance, filename) {
  try {
    instance.parseFileSync(filename)
    return true
  } catch {
    return false
  }
}

module.exports = { byEngine, explain }
