'use strict'

const { describeType, wrongOption } = require('./util/errors')

/** The longest time of a timer of Node, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

const SIZE = /^(\d+(?:\.\d+)?)\s*([kmg]?b)$/i
const LARGEST_DICTIONARY = '10mb'
const UNITS = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

const FOLDERS = {
  expected: 'a folder or an array of folders',
  accepts: (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText))
}
const SWITCH = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' }
const ON = { ...SWITCH, default: true }
const CAPACITY = {
  expected: "a number of bytes, 1 or more, or a size such as '64mb'",
  accepts: (value) => sizeOf(value) > 0,
  default: '64mb',
  read: sizeOf
}
const TIME = { expected: 'milliseconds, more than 0', accepts: (value) => Number.isFinite(value) && value > 0 }
const TIMER = {
  expected: `milliseconds, more than 0 and at most ${LONGEST_TIMER}`,
  accepts: (value) => TIME.accepts(value) && value <= LONGEST_TIMER
}
const MODE = {
  expected: "'on', 'off', 'check' or 'report'",
  accepts: (value) => ['on', 'off', 'check', 'report'].includes(value)
}
const HANDLER = { expected: 'a function that takes an error', accepts: isFunction }

/** What options are where no Express app has a setting. */
const WITHOUT_EXPRESS = { views: 'views', etag: 'weak', isCached: () => process.env.NODE_ENV === 'production' }

/** Each option's expected value, its default where all frameworks share one, and `read`, which converts a value. */
const OPTIONS = {
  /** Express: the app's `views`. */
  views: FOLDERS,
  /** Express: the app's `view engine`. */
  extension: { expected: "a file extension such as 'ejs'", accepts: isText },
  /** Found by extension, and required as the app would. */
  engines: {
    expected: 'an object that maps each file extension to the name of a language, an engine or a dialect, ' +
      "such as { html: 'ejs' }",
    accepts: isObject
  },
  /** Express: the app's `view options`, if the engine reads them. */
  engineOptions: { expected: "an object with the engine's compile options", accepts: isObject },
  /** Express: the app's `view cache`. */
  cache: SWITCH,
  cacheSize: { ...CAPACITY, default: '256mb' },
  memo: {
    ...CAPACITY,
    expected: `${CAPACITY.expected}, or false`,
    accepts: (value) => value === false || CAPACITY.accepts(value),
    read: (value) => value && sizeOf(value)
  },
  fragments: {
    expected: "false or an object with 'size', 'store' and 'version'",
    accepts: (value) => value === false || isObject(value),
    default: {}
  },
  /** Express: the app's `etag`. */
  etag: {
    expected: "'weak', 'strong', false or a function that takes the body",
    accepts: (value) => value === 'weak' || value === 'strong' || value === false || isFunction(value)
  },
  /** True, except for pages that other middleware rewrites. */
  compress: {
    expected: "true, 'static' or false",
    accepts: (value) => typeof value === 'boolean' || value === 'static'
  },
  dictionary: { expected: "an object with 'views' or 'pages'", accepts: isObject },
  /** Without effect since version 2.1. */
  holdWrites: SWITCH,
  threshold: {
    expected: "a number of bytes or a size such as '1kb'",
    accepts: (value) => sizeOf(value) >= 0,
    default: 1024,
    read: sizeOf
  },
  mode: { ...MODE, default: 'on' },
  /** Koa: the app's `error` event; else `console.error`. */
  onError: HANDLER,
  ctxRender: ON,
  serverClasses: ON,
  /** Express: the app of the first request. */
  app: { expected: 'an Express app', accepts: (value) => [value, value?.set, value?.render].every(isFunction) }
}

/** Options of version 1. */
const REMOVED = ['templates', 'files', 'serverTiming']

/** The options of single calls. */
const CALL_OPTIONS = {
  'a stream': { onError: HANDLER },
  precompile: { onProgress: { expected: 'a function', accepts: isFunction } },
  dictionary: {
    views: {
      expected: 'an array of names of views',
      accepts: (value) => Array.isArray(value) && value.every(isText),
      default: []
    },
    pages: {
      expected: 'an array of functions that return pages',
      accepts: (value) => Array.isArray(value) && value.every(isFunction),
      default: []
    },
    size: {
      ...CAPACITY,
      expected: `${CAPACITY.expected}, at most ${LARGEST_DICTIONARY}`,
      accepts: (value) => sizeOf(value) > 0 && sizeOf(value) <= sizeOf(LARGEST_DICTIONARY),
      default: '256kb'
    },
    path: {
      expected: "a path that begins and ends with '/', such as '/buffered-render/'",
      accepts: (value) => isText(value) && /^\/(?:[\w.~-]+\/)*$/.test(value),
      default: '/buffered-render/'
    },
    // Browsers fetch a dictionary whose pattern has regular expressions, and never use it (RFC 9842, section 2.1.1).
    match: {
      expected: "a URL pattern without regular expressions, such as '/*'",
      accepts: (value) => isText(value) && /^\/[\w/*.~:%+-]*$/.test(value),
      default: '/*'
    }
  },
  'fragment.file': { roots: { ...FOLDERS, default: '.' }, watch: SWITCH },
  fragments: {
    size: CAPACITY,
    store: { expected: 'a fragment store, such as redisStore(client) or a Keyv', accepts: isObject },
    version: { expected: 'a text that names the deploy', accepts: isText }
  },
  cached: {
    view: { expected: 'the name of a view', accepts: isText },
    ttl: TIME,
    stale: {
      expected: 'milliseconds, 0 or more',
      accepts: (value) => Number.isFinite(value) && value >= 0,
      default: 0
    },
    loadTimeout: { ...TIMER, default: 30_000 },
    tags: { expected: 'a function that takes the arguments and gives an array of tags', accepts: isFunction }
  },
  'a fragment store': { deadline: { ...TIMER, default: 100 } },
  redisStore: {
    prefix: { expected: 'a string', accepts: (value) => typeof value === 'string', default: 'buffered-render:' },
    deadline: TIMER
  }
}

/** @returns {number} the size in bytes; NaN if the value is not a size */
function sizeOf (value) {
  const [, count, unit] = (typeof value === 'string' && SIZE.exec(value)) || []
  const size = unit === undefined ? value : Math.floor(count * UNITS[unit.toLowerCase()])
  return Number.isSafeInteger(size) ? size : NaN
}

function isFunction (value) {
  return typeof value === 'function'
}

function isText (value) {
  return typeof value === 'string' && value !== ''
}

function isObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEngine (value) {
  return isFunction(value) || isObject(value)
}

/** @throws {TypeError} like `check`, and for a bad value of the variable `BUFFERED_RENDER`, which wins over `mode` */
function checkOptions (options) {
  const values = check(options, OPTIONS, '')
  values.mode = process.env.BUFFERED_RENDER || values.mode
  if (MODE.accepts(values.mode)) return values
  throw wrongValue('The environment variable BUFFERED_RENDER', MODE.expected, values.mode)
}

function checkCall (call, options) {
  return check(options, CALL_OPTIONS[call], ` of ${call}`)
}

/**
 * @returns {object} all options with their defaults, without a prototype: `Object.prototype` may be polluted, and gives
 *   no options
 * @throws {TypeError} for an unknown option or a bad value; the message names the option and the call, and the found
 *   and expected values
 */
function check (options = {}, schema, of) {
  if (!isObject(options)) throw wrongValue(`The options${of}`, 'an object', options)

  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(schema, name)) {
      throw wrongOption(unknownOption(name, schema, of))
    }
    const { expected, accepts } = schema[name]
    if (value !== undefined && !accepts(value)) {
      throw wrongValue(`The option "${name}"${of}`, expected, value)
    }
  }
  const values = { __proto__: null }
  for (const name of Object.keys(schema)) {
    const { default: initial, read } = { __proto__: null, ...schema[name] }
    const value = (Object.hasOwn(options, name) ? options[name] : undefined) ?? initial
    values[name] = read === undefined || value === undefined ? value : read(value)
  }
  return values
}

function wrongValue (what, expected, value) {
  return wrongOption(`${what} must be ${expected}, got ${describe(value)}`)
}

function unknownOption (name, schema, of) {
  if (schema === OPTIONS && REMOVED.includes(name)) {
    return `The option "${name}" was removed in version 2: ` +
      'see "From version 1" in docs/migrating.md of buffered-render'
  }
  const options = Object.keys(schema)
  const similar = similarTo(name, options)
  const question = similar === undefined ? '' : ` did you mean "${similar}"?`
  return `Unknown option "${name}"${of};${question} the options are ${options.join(', ')}`
}

/** @returns {string | undefined} the option with the longest common beginning, of three characters or more */
function similarTo (name, options) {
  for (let { length } = name; length >= 3; length--) {
    const beginning = name.slice(0, length).toLowerCase()
    const similar = options.find((option) => option.toLowerCase().startsWith(beginning))
    if (similar !== undefined) return similar
  }
}

function describe (value) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `an array [${value.map(describe).join(', ')}]`
  return isEngine(value) ? describeType(value) : String(value)
}

module.exports = { WITHOUT_EXPRESS, checkCall, checkOptions, describe, isEngine }
