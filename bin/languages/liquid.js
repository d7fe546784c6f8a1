'use strict'

const { runGenerator, isPromise } = require('../../lib/dialects/liquid/run-generator')
const { instanceFor, isInstance, settingsOf } = require('../../lib/dialects/liquid/instances')
const { LiquidInternals } = require('../../lib/dialects/liquid/liquid-internals')
const { createNodes } = require('../../lib/dialects/liquid/create-nodes')
const { Page } = require('../../lib/dialects/liquid/page')
const { LiquidRenderer } = require('../../lib/dialects/liquid/liquid-renderer')
const { ENGINE } = require('../hints')
const { spansOf } = require('./liquid/spans')

const hints = [[/undefined filter: |tag ".+" not found/, ENGINE]]

/**
 * @param {string} source empty if the instance does not read from the disk
 * @param {object} context see `Dialect.explain`
 * @returns {import('../../lib/dialects/dialect').Explanation & { unknownFilter?: string }}
 * @throws the error of Liquid if it cannot read or parse the file
 */
function explain (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const internals = LiquidInternals.of(instance)
  if (internals === undefined) {
    instance.parseFileSync(filename)
    return { engineFallback: LiquidInternals.reasonAgainst(instance) }
  }

  const liquidRenderer = new LiquidRenderer(instance, internals, { load, cache: options.cache })
  const found = liquidRenderer.isOnDisk ? new Page(source, filename).nodes(liquidRenderer) : instance.parseFileSync(filename)
  const templates = found.templates ?? found
  const spans = spansOf(templates, internals)
  const engineFallback = instance.options.cache ? undefined : liquidRenderer.reasonFor(found)
  if (engineFallback === undefined && templates === found) createNodes(templates, liquidRenderer)
  return { engineFallback, unknownFilter: liquidRenderer.isOnDisk ? unknownFilterOf(source, engine, options) : undefined, spans }
}

/**
 * Liquid prints a value as it is where a filter is unknown. An instance of the app has all its filters.
 *
 * @returns {string | undefined} the name of a filter that the engine alone does not know
 */
function unknownFilterOf (source, engine, options) {
  if (isInstance(engine)) return undefined
  try {
    new engine.Liquid({ ...settingsOf(options), strictFilters: true }).parse(source)
  } catch ({ message }) {
    return /undefined filter: ([^,]+)/.exec(message)?.[1]
  }
}

/**
 * Renders a file with an instance of Liquid: synchronously, which is faster, if nothing is
 * awaited. An instance that is created here caches its templates.
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
    if (!canReadSync(instance, filename)) return instance.renderFile(filename, locals)

    const page = runGenerator(instance._renderFile(filename, locals, { sync: true }))
    method = isPromise(page) ? 'renderFile' : 'renderFileSync'
    return page
  }
}

/** @returns {boolean} false for an asynchronous file system of the app */
function canReadSync (instance, filename) {
  try {
    instance.parseFileSync(filename)
    return true
  } catch {
    return false
  }
}

module.exports = { byEngine, explain, hints }
