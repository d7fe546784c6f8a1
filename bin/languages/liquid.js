'use strict'

const { instanceFor, isInstance, settingsOf } = require('../../lib/dialects/liquid/instances')
const { LiquidInternals } = require('../../lib/dialects/liquid/liquid-internals')
const { createNodes } = require('../../lib/dialects/liquid/create-nodes')
const { ParsedFile } = require('../../lib/dialects/liquid/parsed-file')
const { LiquidRenderer } = require('../../lib/dialects/liquid/liquid-renderer')
const { ENGINE_HINT } = require('../hints')
const { spansOf } = require('./liquid/spans')

const hints = [[/undefined filter: |tag ".+" not found/, ENGINE_HINT]]

/**
 * @param {string} source empty if the instance does not read from the disk
 * @param {object} context see `Dialect.explain`
 * @throws the error of Liquid if it cannot read or parse the file
 */
function explain (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const internals = LiquidInternals.of(instance)
  if (internals === undefined) {
    instance.parseFileSync(filename)
    return { engineFallback: LiquidInternals.reasonAgainstInstance(instance) }
  }

  const liquidRenderer = new LiquidRenderer(instance, internals, { load, cache: options.cache })
  const found = liquidRenderer.isOnDisk
    ? new ParsedFile(source, filename).nodes(liquidRenderer)
    : instance.parseFileSync(filename)
  const templates = found.templates ?? found
  const spans = spansOf(templates, internals)
  const engineFallback = instance.options.cache ? undefined : liquidRenderer.reasonFor(found)
  if (engineFallback === undefined && templates === found) createNodes(templates, liquidRenderer)
  const unknownFilter = liquidRenderer.isOnDisk ? unknownFilterOf(source, engine, options) : undefined
  return { engineFallback, unknownFilter, spans }
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

module.exports = { explain, hints }
