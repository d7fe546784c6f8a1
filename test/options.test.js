'use strict'

const ejs = require('ejs')
const bufferedRender = require('..')
const { dialects } = require('../lib/dialects')

const good = [
  { views: 'views' },
  { views: ['views', 'more'] },
  { extension: 'ejs' },
  { extension: '.ejs' },
  { engines: {} },
  { engines: { html: 'ejs' } },
  { engines: { '.html': 'ejs', ejs } },
  { engineOptions: {} },
  { engineOptions: { rmWhitespace: true } },
  { cache: true },
  { cache: false },
  { cacheSize: 1 },
  { cacheSize: '1gb' },
  { memo: 1 },
  { memo: 2 ** 30 },
  { memo: '64mb' },
  { memo: '1.5 GB' },
  { memo: false },
  { fragments: false },
  { fragments: {} },
  { fragments: { size: '1mb' } },
  { etag: 'weak' },
  { etag: 'strong' },
  { etag: false },
  { etag: () => '"mine"' },
  { compress: true },
  { compress: 'static' },
  { compress: false },
  { threshold: 0 },
  { threshold: 1024 },
  { threshold: '0b' },
  { threshold: '1kb' },
  { threshold: '1.25kb' },
  { onError: () => {} },
  { dictionary: { views: ['index'] } },
  { holdWrites: true },
  { holdWrites: false },
  { mode: 'on' },
  { mode: 'off' },
  { mode: 'check' },
  { mode: 'report' },
  { serverClasses: true },
  { serverClasses: false },
  { ctxRender: true },
  { ctxRender: false },
  { app: require('express')() },
  { app: require('express4')() },
  {},
  undefined,
  ...[
    'views', 'extension', 'engines', 'engineOptions', 'cache', 'cacheSize', 'memo', 'fragments', 'etag', 'compress', 'dictionary', 'holdWrites', 'threshold', 'mode', 'onError',
    'ctxRender', 'serverClasses', 'app'
  ].map((name) => ({ [name]: undefined }))
]

const expected = {
  views: 'a folder or an array of folders',
  extension: "a file extension such as 'ejs'",
  engines: "an object that maps each file extension to the name of a language, an engine or a dialect, such as { html: 'ejs' }",
  engineOptions: "an object with the engine's compile options",
  cache: 'true or false',
  cacheSize: "a number of bytes, 1 or more, or a size such as '64mb'",
  memo: "a number of bytes, 1 or more, or a size such as '64mb', or false",
  fragments: "false or an object with 'size', 'store' and 'version'",
  etag: "'weak', 'strong', false or a function that takes the body",
  compress: "true, 'static' or false",
  threshold: "a number of bytes or a size such as '1kb'",
  mode: "'on', 'off', 'check' or 'report'",
  onError: 'a function that takes an error',
  dictionary: "an object with 'views' or 'pages'",
  holdWrites: 'true or false',
  ctxRender: 'true or false',
  serverClasses: 'true or false',
  app: 'an Express app',
}

const bad = [
  ...Object.keys(expected).map((name) => ({ name, value: null, got: 'null' })),
  { name: 'mode', value: true, got: 'true' },
  { name: 'mode', value: '', got: '""' },
  { name: 'mode', value: 'Check', got: '"Check"' },
  { name: 'onError', value: true, got: 'true' },
  { name: 'onError', value: {}, got: 'an object' },
  { name: 'views', value: '', got: '""' },
  { name: 'views', value: [], got: 'an array []' },
  { name: 'views', value: ['views', ''], got: 'an array ["views", ""]' },
  { name: 'views', value: ['views', 1], got: 'an array ["views", 1]' },
  { name: 'views', value: {}, got: 'an object' },
  { name: 'views', value: new URL('file:///views'), got: 'an object' },
  { name: 'extension', value: '', got: '""' },
  { name: 'extension', value: 1, got: '1' },
  { name: 'extension', value: ['ejs'], got: 'an array ["ejs"]' },
  { name: 'engines', value: 'ejs', got: '"ejs"' },
  { name: 'engines', value: ['ejs'], got: 'an array ["ejs"]' },
  { name: 'engines', value: ejs.renderFile, got: 'a function' },
  { name: 'engineOptions', value: [], got: 'an array []' },
  { name: 'engineOptions', value: 'strict', got: '"strict"' },
  { name: 'cache', value: 'true', got: '"true"' },
  { name: 'cache', value: 1, got: '1' },
  { name: 'fragments', value: true, got: 'true' },
  { name: 'fragments', value: '64mb', got: '"64mb"' },
  { name: 'memo', value: 0, got: '0' },
  { name: 'memo', value: -1, got: '-1' },
  { name: 'memo', value: 1.5, got: '1.5' },
  { name: 'memo', value: NaN, got: 'NaN' },
  { name: 'memo', value: Infinity, got: 'Infinity' },
  { name: 'memo', value: 5n, got: '5' },
  { name: 'memo', value: true, got: 'true' },
  { name: 'memo', value: '', got: '""' },
  { name: 'memo', value: '64', got: '"64"' },
  { name: 'memo', value: '0mb', got: '"0mb"' },
  { name: 'memo', value: '-1mb', got: '"-1mb"' },
  { name: 'memo', value: '64 megs', got: '"64 megs"' },
  { name: 'memo', value: ['64mb'], got: 'an array ["64mb"]' },
  { name: 'etag', value: true, got: 'true' },
  { name: 'etag', value: 'W/"x"', got: '"W/\\"x\\""' },
  { name: 'etag', value: Symbol('weak'), got: 'Symbol(weak)' },
  { name: 'compress', value: 'dynamic', got: '"dynamic"' },
  { name: 'compress', value: 'true', got: '"true"' },
  { name: 'compress', value: 1, got: '1' },
  { name: 'app', value: {}, got: 'an object' },
  { name: 'app', value: () => {}, got: 'a function' },
  { name: 'threshold', value: -1, got: '-1' },
  { name: 'threshold', value: 1.5, got: '1.5' },
  { name: 'threshold', value: NaN, got: 'NaN' },
  { name: 'threshold', value: Infinity, got: 'Infinity' },
  { name: 'threshold', value: false, got: 'false' },
  { name: 'threshold', value: '', got: '""' },
  { name: 'threshold', value: '1024', got: '"1024"' },
  { name: 'threshold', value: '-1kb', got: '"-1kb"' },
  { name: 'threshold', value: '1kbit', got: '"1kbit"' },
  { name: 'threshold', value: 'x1kb', got: '"x1kb"' },
  { name: 'threshold', value: '1 kilo', got: '"1 kilo"' },
  { name: 'dictionary', value: ['index'], got: 'an array ["index"]' },
  { name: 'holdWrites', value: 'no', got: '"no"' },
  { name: 'serverClasses', value: {}, got: 'an object' },
  { name: 'ctxRender', value: 0, got: '0' }
]

const makers = ['express', 'koa', 'createRenderer'].map((name) => ({ name: `bufferedRender.${name}`, make: bufferedRender[name] }))

describe.each([{ name: 'bufferedRender', make: bufferedRender }, ...makers])('$name', ({ make }) => {
  test.each(good)('takes %p', (options) => {
    expect(() => make(options)).not.toThrow()
  })

  test.each(bad)('refuses $name: $got', ({ name, value, got }) => {
    expect(() => make({ [name]: value })).toThrow(new TypeError(`The option "${name}" must be ${expected[name]}, got ${got}`))
  })

  test.each([
    { name: 'null', options: null, got: 'null' },
    { name: 'a string', options: 'views', got: '"views"' },
    { name: 'an array', options: ['views'], got: 'an array ["views"]' },
    { name: 'a function', options: () => {}, got: 'a function' },
    { name: 'a number', options: 1, got: '1' }
  ])('refuses $name for options', ({ options, got }) => {
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

  test.each([
    { engines: { html: 'jade' }, got: '"jade"' },
    { engines: { html: {} }, got: 'an unknown engine' },
    { engines: { ejs: 'ejs', html: 5 }, got: '5' },
    { engines: { html: '' }, got: '""' },
    { engines: { html: null }, got: 'null' },
    { engines: { html: undefined }, got: 'undefined' },
    { engines: { html: ['ejs'] }, got: 'an array ["ejs"]' },
    { engines: { html: () => {} }, got: "a function. Pass the module of the engine, such as require('ejs'), not a function of it" },
    { engines: { html: ejs.renderFile }, got: "a function. Pass the module of the engine, such as require('ejs'), not a function of it" }
  ])('refuses an engine without a dialect, $got', ({ engines, got }) => {
    expect(() => make({ engines })).toThrow(new TypeError(
      `The option "engines" must map "html" to one of ${dialects.map(({ name }) => `"${name}"`).join(', ')}, to such an engine itself, or to a dialect, got ${got}`
    ))
  })
})
