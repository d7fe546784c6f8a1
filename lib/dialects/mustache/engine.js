'use strict'

const fs = require('node:fs')
const guard = require('../guards/mustache.json')
const { CheckedMethods, KnownCode } = require('../guards/known-code')
const { unknownCode, unrecognized } = require('../guards/unrecognized')
const { memoize } = require('../../util/memoize')

const known = new KnownCode(guard)

/** @returns {string | undefined} why mustache.js itself renders: other versions and replaced functions may differ */
function fallbackReason (engine) {
  const { methods, unknown } = checkOf(engine)
  const changed = unknown ?? methods.findReplaced()
  return changed === undefined ? undefined : unrecognized(guard, engine, unknownCode(guard, changed))
}

/** Returns the methods of an engine, and the first one with unknown code. */
const checkOf = memoize((engine) => {
  const methods = new CheckedMethods(known)
  const [context, writer] = [engine.Context.prototype, engine.Writer.prototype]
  const unknown = methods.findUnknown('mustache', engine) ??
    methods.findUnknown('Context', context, Object.keys(context)) ??
    methods.findUnknown('Writer', writer, Object.keys(writer))
  return { methods, unknown }
})

/** Reads a template without its byte order mark, as packages that read files for Mustache do. */
function read (filename) {
  return fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, '')
}

function accepts (engine) {
  return ['Context', 'Scanner', 'Writer', 'parse', 'render'].every((name) => typeof engine[name] === 'function')
}

module.exports = { accepts, fallbackReason, guard, known, read }
