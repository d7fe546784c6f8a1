'use strict'

const { instanceFor, isInstance, settingsOf } = require('../../lib/dialects/liquid/engine')
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
    return { engineFallback: LiquidInternals.fallbackReason(instance) }
  }

  const liquidRenderer = new LiquidRenderer(instance, internals, { load, cache: options.cache })
  const { templates } = liquidRenderer.isOnDisk
    ? new ParsedFile(source, filename).nodes(liquidRenderer)
    : createNodes(instance.parseFileSync(filename), liquidRenderer)
  const unknownFilter = liquidRenderer.isOnDisk ? unknownFilterOf(source, engine, options) : undefined
  return { unknownFilter, spans: spansOf(templates, internals) }
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
