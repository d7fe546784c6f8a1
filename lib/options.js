'use strict'

const bytes = require('bytes')
const { describeType } = require('./describe-type')

const SIZE = /^\d+(\.\d+)?\s*[kmg]?b$/i

const FOLDERS = {
  takes: 'a folder or a list of folders',
  accepts: (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText))
}
const SWITCH = { takes: 'true or false', accepts: (value) => typeof value === 'boolean' }
const HANDLER = { takes: 'a function of an error', accepts: (value) => typeof value === 'function' }

/**
 * What each option takes. Where an option is not given, the frameworks'
 * adapters and the renderer fill in the default that the comment names.
 */
const OPTIONS = {
  /** Express: the app's `views`; else `views`. */
  views: FOLDERS,
  /** Express: the app's `view engine`; else `html`. */
  extension: {
    takes: "a file extension such as 'ejs'",
    accepts: isText
  },
  /** Found by extension and required from the app. */
  engines: {
    takes: 'an object of extensions to the name of a dialect or to the engine itself',
    accepts: (value) => isObject(value) && Object.values(value).every((engine) => isText(engine) || isEngine(engine))
  },
  /** Express: the app's `view options`, for an engine that reads them. */
  engineOptions: {
    takes: "an object of the engine's compile options",
    accepts: isObject
  },
  /** Express: the app's `view cache`; else true in production. */
  cache: SWITCH,
  /** 500. */
  templates: {
    takes: 'a number of templates, 1 or more',
    accepts: (value) => Number.isSafeInteger(value) && value > 0
  },
  /** 64mb. */
  memo: {
    takes: "a number of bytes, 1 or more, or a size such as '64mb', or false",
    accepts: (value) => value === false || sizeOf(value) > 0
  },
  /** Express: the app's `etag`; else `weak`. */
  etag: {
    takes: "'weak', 'strong', false or a function of the body",
    accepts: (value) => value === 'weak' || value === 'strong' || value === false || typeof value === 'function'
  },
  /** True. */
  compress: {
    takes: "true, 'static' or false",
    accepts: (value) => typeof value === 'boolean' || value === 'static'
  },
  /** True: small responses of one turn of the event loop reach their sockets together. */
  holdWrites: SWITCH,
  /** 1024. */
  threshold: {
    takes: "a number of bytes or a size such as '1kb'",
    accepts: (value) => sizeOf(value) >= 0
  },
  /** Koa: the app's `error` event; else `console.error`. */
  onError: HANDLER,
  /** Koa: true; false leaves `ctx.render` to other middleware. */
  ctxRender: SWITCH,
  /** False. */
  serverTiming: SWITCH
}

/** What the options of a call take. */
const CALLS = {
  'a stream': { onError: HANDLER },
  'fragment.file': { roots: FOLDERS, watch: SWITCH }
}

/** @returns {number} the bytes that it means, NaN if it means none */
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
 * @param {object} [options]
 * @returns {object} the options that were given
 * @throws {TypeError} for an option that does not exist or a value that it does not take; it names
 *   the option, what it got and what it takes
 */
function checkOptions (options) {
  return check(options, OPTIONS, '')
}

/**
 * @param {keyof typeof CALLS} call
 * @param {object} [options]
 * @returns {object} the options that were given
 * @throws {TypeError} as `checkOptions` does; it names the call as well
 */
function checkCall (call, options) {
  return check(options, CALLS[call], ` of ${call}`)
}

function check (options = {}, known, of) {
  if (!isObject(options)) throw new TypeError(`The options${of} take an object, got ${describe(options)}`)

  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name)) {
      throw new TypeError(`Unknown option "${name}"${of}; the options are ${Object.keys(known).join(', ')}`)
    }
    const { takes, accepts } = known[name]
    if (value !== undefined && !accepts(value)) {
      throw new TypeError(`The option "${name}"${of} takes ${takes}, got ${describe(value)}`)
    }
  }
  return options
}

function describe (value) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `a list [${value.map(describe).join(', ')}]`
  return isEngine(value) ? describeType(value) : String(value)
}

module.exports = { checkCall, checkOptions, sizeOf }
