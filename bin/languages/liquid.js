'use strict'

const { drive, isPromise } = require('../../lib/dialects/liquid/run-generator')
const { instanceFor, isInstance, settingsOf } = require('../../lib/dialects/liquid/instances')
const { Kit, VERSIONS, kitFor } = require('../../lib/dialects/liquid/liquid-internals')
const { createNodes } = require('../../lib/dialects/liquid/create-nodes')
const { Page } = require('../../lib/dialects/liquid/page')
const { Site } = require('../../lib/dialects/liquid/liquid-renderer')
const { spansOf } = require('./liquid/spans')

/**
 * @param {string} source nothing where the instance does not read from the disk
 * @param {object} context see `Dialect.explain`
 * @returns {import('../../lib/dialects/dialect').Explanation}
 * @throws what Liquid throws for a file that it cannot read or parse
 */
function explain (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const kit = Kit.of(instance)
  const setup = { load, cache: options.cache }
  if (kit !== undefined && instance.options.fs === kit.fs) {
    return { spans: spansOf(new Page(source, filename).nodes(new Site(instance, kit, setup)).templates, kit) }
  }

  const templates = instance.parseFileSync(filename)
  if (kit === undefined) return { whole: reasonAgainst(instance, engine.version) }
  if (!instance.options.cache) return { whole: 'is not read from the disk, and the cache of Liquid is off', spans: spansOf(templates, kit) }
  createNodes(templates, new Site(instance, kit, setup))
  return { spans: spansOf(templates, kit) }
}

/** @returns {string} why the dialect leaves the templates of an instance to Liquid */
function reasonAgainst (instance, version) {
  const kit = kitFor(instance)
  if (kit?.isKnown) return kit.changeOf(instance)
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

    const page = drive(instance._renderFile(filename, locals, { sync: true }))
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
