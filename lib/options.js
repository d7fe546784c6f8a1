'use strict'

const bytes = require('bytes')
const { describeType } = require('./describe-type')

/** The longest time of a timer of Node, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

const SIZE = /^\d+(\.\d+)?\s*[kmg]?b$/i

const FOLDERS = {
  expected: 'a folder or an array of folders',
  accepts: (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText))
}
const SWITCH = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' }
const CALLBACK = { expected: 'a function', accepts: (value) => typeof value === 'function' }
const TIME = { expected: 'milliseconds, more than 0', accepts: (value) => Number.isFinite(value) && value > 0 }
const TIMER = {
  expected: `milliseconds, more than 0 and at most ${LONGEST_TIMER}`,
  accepts: (value) => TIME.accepts(value) && value <= LONGEST_TIMER
}
const HANDLER = { expected: 'a function that takes an error', accepts: (value) => typeof value === 'function' }

/**
 * The expected value of each option. Each comment names the default, which the
 * framework adapters and the renderer fill in.
 */
const OPTIONS = {
  /** Express: the app's `views`; else `views`. */
  views: FOLDERS,
  /** Express: the app's `view engine`; else `html`. */
  extension: {
    expected: "a file extension such as 'ejs'",
    accepts: isText
  },
  /** Found by extension, and required as the app would. */
  engines: {
    expected: "an object that maps each file extension to the name of a language, an engine or a dialect, such as { html: 'ejs' }",
    accepts: (value) => isObject(value) && Object.values(value).every((engine) => isText(engine) || isEngine(engine))
  },
  /** Express: the app's `view options`, if the engine reads them. */
  engineOptions: {
    expected: "an object with the engine's compile options",
    accepts: isObject
  },
  /** Express: the app's `view cache`; else true in production. */
  cache: SWITCH,
  /** 64mb. */
  memo: {
    expected: "a number of bytes, 1 or more, a size such as '64mb', or false",
    accepts: (value) => value === false || sizeOf(value) > 0
  },
  /** 64mb of fragments in this process, without a store. */
  fragments: {
    expected: "false or an object with 'size', 'store' and 'version'",
    accepts: (value) => value === false || isObject(value)
  },
  /** Express: the app's `etag`; else `weak`. */
  etag: {
    expected: "'weak', 'strong', false or a function that takes the body",
    accepts: (value) => value === 'weak' || value === 'strong' || value === false || typeof value === 'function'
  },
  /** True. */
  compress: {
    expected: "true, 'static' or false",
    accepts: (value) => typeof value === 'boolean' || value === 'static'
  },
  /** True: small responses of the same turn of the event loop are written together. */
  holdWrites: SWITCH,
  /** 1024. */
  threshold: {
    expected: "a number of bytes or a size such as '1kb'",
    accepts: (value) => sizeOf(value) >= 0
  },
  /** Koa: the app's `error` event; else `console.error`. */
  onError: HANDLER,
  /** Koa: true; false leaves `ctx.render` to other middleware. */
  ctxRender: SWITCH,
  /** Express: true. */
  serverClasses: SWITCH,
  /** Express: the app of the first request. */
  app: {
    expected: 'an Express app',
    accepts: (value) => typeof value === 'function' && typeof value.set === 'function' && typeof value.render === 'function'
  }
}

/** The options of single calls. */
const CALL_OPTIONS = {
  'a stream': { onError: HANDLER },
  precompile: { onProgress: CALLBACK },
  'fragment.file': { roots: FOLDERS, watch: SWITCH },
  fragments: {
    size: {
      expected: "a number of bytes, 1 or more, or a size such as '64mb'",
      accepts: (value) => sizeOf(value) > 0
    },
    store: { expected: 'a fragment store, such as redisStore(client) or a Keyv', accepts: isObject },
    version: { expected: 'a text that names the deploy', accepts: isText }
  },
  cached: {
    view: { expected: 'the name of a view', accepts: isText },
    ttl: TIME,
    stale: { expected: 'milliseconds, 0 or more', accepts: (value) => Number.isFinite(value) && value >= 0 },
    loadTimeout: TIMER,
    tags: { expected: 'a function that takes the arguments and gives an array of tags', accepts: (value) => typeof value === 'function' }
  },
  'a fragment store': { deadline: TIMER },
  redisStore: { prefix: { expected: 'a string', accepts: (value) => typeof value === 'string' }, deadline: TIMER }
}

/** @returns {number} the size in bytes; NaN if the value is not a size */
function sizeOf (value) {
  const size = typeof value === 'string' && SIZE.test(value) ? bytes.parse(value) : value
  return Number.isSafeInteger(size) ? size : NaN
}

function isText (value) {
  return typeof value === 'string' && value !== ''
}

function isObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEngine (value) {
  return typeof value === 'function' || isObject(value)
}

/**
 * @returns {object} a copy without a prototype: `Object.prototype` may be polluted, and gives no options
 * @throws {TypeError} for an unknown option or a bad value; the message names the option, the found
 *   and the expected value
 */
function checkOptions (options) {
  return check(options, OPTIONS, '')
}

/**
 * @returns {object} a copy, as by `checkOptions`
 * @throws {TypeError} as `checkOptions`; the message also names the call
 */
function checkCall (call, options) {
  return check(options, CALL_OPTIONS[call], ` of ${call}`)
}

function check (options = {}, schema, of) {
  if (!isObject(options)) throw new TypeError(`The options${of} must be an object, got ${describe(options)}`)

  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(schema, name)) {
      throw new TypeError(`Unknown option "${name}"${of}; the options are ${Object.keys(schema).join(', ')}`)
    }
    const { expected, accepts } = schema[name]
    if (value !== undefined && !accepts(value)) {
      throw new TypeError(`The option "${name}"${of} must be ${expected}, got ${describe(value)}`)
    }
  }
  return { __proto__: null, ...options }
}

function describe (value) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `an array [${value.map(describe).join(', ')}]`
  return isEngine(value) ? describeType(value) : String(value)
}

module.exports = { checkCall, checkOptions, sizeOf }
