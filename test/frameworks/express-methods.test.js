'use strict'

const fs = require('node:fs')
const { createRequire } = require('node:module')
const esbuild = require('esbuild')
const { isExpressMethod } = require('../../lib/frameworks/express-methods')
const { everyExpress } = require('../support/frameworks')
const { everything } = require('../support/level')

const names = { 4: 'express4', 5: 'express' }

/** How bundlers leave a module of Express. */
const builds = [
  { build: 'as published' },
  { build: 'minified', options: { minify: true, format: 'cjs' } },
  { build: 'minified, with its names', options: { minify: true, keepNames: true } },
  { build: 'with short names only', options: { minifyIdentifiers: true } },
  { build: 'without spaces only', options: { minifyWhitespace: true } },
  { build: 'with other syntax only', options: { minifySyntax: true } },
  { build: 'for old browsers', options: { minify: true, target: 'es2015' } }
]

/** Loads a module of Express from such a build. */
async function load (file, options) {
  const source = fs.readFileSync(file, 'utf8')
  const { code } = options ? await esbuild.transform(source, options) : { code: source }
  const module = { exports: {} }
  // eslint-disable-next-line no-new-func
  new Function('module', 'exports', 'require', code)(module, module.exports, createRequire(file))
  return module.exports
}

describe.each(everyExpress)('Express $version', ({ version }) => {
  const file = (name) => require.resolve(`${names[version]}/lib/${name}`)

  test.each(everything ? builds : builds.slice(0, 2))('is recognised $build', async ({ options }) => {
    const [response, application] = [await load(file('response'), options), await load(file('application'), options)]
    const methods = { 'res.render': response.render, 'res.send': response.send, 'app.render': application.render }
    for (const [name, method] of Object.entries(methods)) expect({ name, isOfExpress: isExpressMethod(name, method) }).toEqual({ name, isOfExpress: true })
    expect(isExpressMethod('res.send', response.render)).toBe(false)
    expect(isExpressMethod('res.render', application.render)).toBe(false)
  })

  test('is not recognised in functions that call its methods', () => {
    const { response, application } = require(names[version])
    const holders = { 'res.render': [response, 'render'], 'res.send': [response, 'send'], 'app.render': [application, 'render'] }
    for (const [key, [holder, name]] of Object.entries(holders)) {
      const express = holder[name]
      const all = String(express)
      const wrappers = [
        function () { return express.apply(this, arguments) },
        function (...args) { return express.call(this, ...args) },
        function (...args) { return Reflect.apply(express, this, args) },
        express.bind(response),
        new Proxy(express, {}),
        // Express's source is in it, as a tracer may keep it.
        Object.assign(new Function('express', `return function () { ${JSON.stringify(all)}; return express.apply(this, arguments) }`)(express)) // eslint-disable-line no-new-func
      ]
      for (const wrapper of wrappers) expect(isExpressMethod(key, wrapper)).toBe(false)
      expect(isExpressMethod(key, express)).toBe(true)
    }
  })
})

// Express's `render`, in which a few words are others.
const like = ({
  view = 'view', prepare = '', error = 'return req.next(err)', page = 'str', send = 'send', locals = 'res.locals'
} = {}) => `function render (view, options, callback) {
  var res = this, req = this.req, opts = options || {}, done = callback
  if (typeof options === 'function') { done = options; opts = {} }
  ${prepare}
  opts._locals = ${locals}
  done = done || function (err, str) {
    if (err) ${error}
    res.${send}(${page})
  }
  req.app.render(${view}, opts, done)
}`
const functionOf = (source) => new Function('inject', 'theme', `return ${source}`)(String, 'dark') // eslint-disable-line no-new-func

test('a copy of the render of Express is recognised if it does the same', () => {
  expect(isExpressMethod('res.render', functionOf(like()))).toBe(true)
})

test.each([
  { does: 'changes the page', page: 'inject(str)' },
  { does: 'puts something before the page', page: "'<!doctype html>' + str" },
  { does: 'puts a local name before the page', page: 'theme + str' },
  { does: 'puts the page into a template', page: '`${theme}${str}`' }, // eslint-disable-line no-template-curly-in-string
  { does: 'adds to the page', prepare: "opts.theme = 'dark'" },
  { does: 'takes another view', view: 'theme + view' },
  { does: 'takes a view of another folder', view: "'dark/' + view" },
  { does: 'sets a header', prepare: "res.set('X-Theme', theme)" },
  { does: 'sends by another method', send: 'sendPage' },
  { does: 'sends twice', error: 'res.send(str)' },
  { does: 'has locals of its own', locals: '{ theme }' },
  { does: 'has other locals', locals: 'res.theme' },
  { does: 'makes an object', prepare: 'opts = new Map()' }
])('a copy that $does is not recognised', (how) => {
  expect(isExpressMethod('res.render', functionOf(like(how)))).toBe(false)
})

test('a copy that is a method is not recognised', () => {
  const { render } = functionOf(`({ ${like().replace('function ', '')} })`)
  expect(isExpressMethod('res.render', render)).toBe(false)
})
