'use strict'

const ejs = require('ejs')
const bufferedRender = require('..')
const { dialects } = require('../lib/dialects')
const optionValues = require('./support/option-values')

const good = [...Object.entries(optionValues).flatMap(([name, values]) => [...values, undefined].map((value) => ({ [name]: value }))), {}, undefined]

/** What an option must be, and values that are not, beside null, as the message shows them. */
const BAD = {
  views: [
    'a folder or an array of folders',
    ['', '""'], [[], 'an array []'], [['views', ''], 'an array ["views", ""]'], [['views', 1], 'an array ["views", 1]'], [{}, 'an object'], [new URL('file:///views'), 'an object']
  ],
  extension: ["a file extension such as 'ejs'", ['', '""'], [1, '1'], [['ejs'], 'an array ["ejs"]']],
  engines: [
    "an object that maps each file extension to the name of a language, an engine or a dialect, such as { html: 'ejs' }",
    ['ejs', '"ejs"'], [['ejs'], 'an array ["ejs"]'], [ejs.renderFile, 'a function']
  ],
  engineOptions: ["an object with the engine's compile options", [[], 'an array []'], ['strict', '"strict"']],
  cache: ['true or false', ['true', '"true"'], [1, '1']],
  cacheSize: ["a number of bytes, 1 or more, or a size such as '64mb'"],
  memo: [
    "a number of bytes, 1 or more, or a size such as '64mb', or false",
    [0, '0'], [-1, '-1'], [1.5, '1.5'], [NaN, 'NaN'], [Infinity, 'Infinity'], [5n, '5'], [true, 'true'], ['', '""'], ['64', '"64"'],
    ['0mb', '"0mb"'], ['-1mb', '"-1mb"'], ['64 megs', '"64 megs"'], [['64mb'], 'an array ["64mb"]']
  ],
  fragments: ["false or an object with 'size', 'store' and 'version'", [true, 'true'], ['64mb', '"64mb"']],
  etag: ["'weak', 'strong', false or a function that takes the body", [true, 'true'], ['W/"x"', '"W/\\"x\\""'], [Symbol('weak'), 'Symbol(weak)']],
  compress: ["true, 'static' or false", ['dynamic', '"dynamic"'], ['true', '"true"'], [1, '1']],
  threshold: [
    "a number of bytes or a size such as '1kb'",
    [-1, '-1'], [1.5, '1.5'], [NaN, 'NaN'], [Infinity, 'Infinity'], [false, 'false'], ['', '""'], ['1024', '"1024"'],
    ['-1kb', '"-1kb"'], ['1kbit', '"1kbit"'], ['x1kb', '"x1kb"'], ['1 kilo', '"1 kilo"']
  ],
  mode: ["'on', 'off', 'check' or 'report'", [true, 'true'], ['', '""'], ['Check', '"Check"']],
  onError: ['a function that takes an error', [true, 'true'], [{}, 'an object']],
  dictionary: ["an object with 'views' or 'pages'", [['index'], 'an array ["index"]']],
  holdWrites: ['true or false', ['no', '"no"']],
  ctxRender: ['true or false', [0, '0']],
  serverClasses: ['true or false', [{}, 'an object']],
  app: ['an Express app', [{}, 'an object'], [() => {}, 'a function']]
}
const bad = Object.entries(BAD).flatMap(([name, [must, ...rows]]) => [[null, 'null'], ...rows].map(([value, got]) => ({ name, value, must, got })))

const makers = ['express', 'koa', 'createRenderer'].map((name) => ({ name: `bufferedRender.${name}`, make: bufferedRender[name] }))

describe.each([{ name: 'bufferedRender', make: bufferedRender }, ...makers])('$name', ({ make }) => {
  test.each(good)('takes %p', (options) => {
    expect(() => make(options)).not.toThrow()
  })

  test.each(bad)('refuses $name: $got', ({ name, value, must, got }) => {
    expect(() => make({ [name]: value })).toThrow(new TypeError(`The option "${name}" must be ${must}, got ${got}`))
  })

  test.each([[null, 'null'], ['views', '"views"'], [['views'], 'an array ["views"]'], [() => {}, 'a function'], [1, '1']])('refuses %p for options', (options, got) => {
    expect(() => make(options)).toThrow(new TypeError(`The options must be an object, got ${got}`))
  })

  test.each([
    ['view', 'views'], ['Views', 'views'], ['engine', 'engines'], ['engineoption', 'engineOptions'], ['cachesize', 'cacheSize'], ['holdwrites', 'holdWrites'], ['compression', 'compress'], ['apps', 'app'],
    ['opt', undefined], ['', undefined], ['vi', undefined], ['toString', undefined], ['__proto__', undefined]
  ])('refuses the unknown option %s', (name, similar) => {
    const options = Object.defineProperty({}, name, { value: 1, enumerable: true })
    const hint = similar === undefined ? '' : ` did you mean "${similar}"?`
    expect(() => make(options)).toThrow(new TypeError(
      `Unknown option "${name}";${hint} the options are views, extension, engines, engineOptions, cache, cacheSize, memo, fragments, etag, compress, dictionary, holdWrites, threshold, mode, onError, ctxRender, serverClasses, app`
    ))
  })

  test.each(['templates', 'files', 'serverTiming'])('says that the option %s was removed', (name) => {
    expect(() => make({ [name]: 1 })).toThrow(new TypeError(`The option "${name}" was removed in version 2: see "From version 1" in docs/migrating.md of buffered-render`))
  })

  test('refuses an unknown option that is undefined', () => {
    expect(() => make({ view: undefined })).toThrow(/^Unknown option "view"/)
  })

  const FUNCTION = "a function. Pass the module of the engine, such as require('ejs'), not a function of it"

  test.each([
    ['jade', '"jade"'], [{}, 'an unknown engine'], [5, '5'], ['', '""'], [null, 'null'], [undefined, 'undefined'], [['ejs'], 'an array ["ejs"]'], [() => {}, FUNCTION], [ejs.renderFile, FUNCTION]
  ])('refuses %p for an engine without a dialect', (html, got) => {
    expect(() => make({ engines: { ejs: 'ejs', html } })).toThrow(new TypeError(
      `The option "engines" must map "html" to one of ${dialects.map(({ name }) => `"${name}"`).join(', ')}, to such an engine itself, or to a dialect, got ${got}`
    ))
  })
})
