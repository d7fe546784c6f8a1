'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const { Eta } = require('eta')
const Handlebars = require('handlebars')
const { Liquid } = require('liquidjs')
const Mustache = require('mustache')
const nunjucks = require('nunjucks')
const pug = require('pug')

/**
 * An engine set up for the templates of a project, as in production.
 *
 * @typedef {object} Setup
 * @property {object} instance owner of the views
 * @property {object} [options] compile options
 * @property {(file: string) => (locals: object) => string} prepare
 * @property {(name: string) => boolean} isCallable see `Recorder`
 * @property {string[]} [own] names that templates find without locals
 */

/** @type {Record<string, (roots: string[], files: string[]) => Setup>} */
const engines = {
  ejs: (roots) => ({
    instance: ejs,
    prepare: (file) => ejs.compile(read(file), { filename: file, views: roots, cache: true }),
    isCallable: () => true,
    own: ['locals', 'escapeFn', 'include', 'rethrow']
  }),

  eta (roots) {
    const instance = new Eta({ views: roots[0], cache: true })
    return { instance, prepare: byPath(roots[0], (name, locals) => instance.render(name, locals)), isCallable: () => true }
  },

  handlebars (roots, files) {
    const instance = Handlebars.create()
    for (const file of files) {
      for (const root of [roots[0], path.join(roots[0], 'partials')]) instance.registerPartial(path.relative(root, file).replace(/\.\w+$/, ''), read(file))
    }
    const block = function (...given) {
      const { fn } = given.at(-1)
      return fn ? fn(this) : `a text of ${given.at(-1).name}`
    }
    for (const name of calledIn(files, /\{\{\{?[#~]*([\w-]+)\s+[^}\s]/g)) {
      if (!Object.hasOwn(instance.helpers, name) && name !== 'else') instance.registerHelper(name, block)
    }
    return { instance, prepare: (file) => instance.compile(read(file)), isCallable: () => false }
  },

  liquid (roots, files) {
    const instance = new Liquid({ root: [...roots, path.join(roots[0], '_includes')], extname: '.liquid', jekyllInclude: roots[0].includes('jekyll'), dynamicPartials: !roots[0].includes('jekyll'), cache: true })
    const ends = calledIn(files, /\{%-?\s*end(\w+)/g)
    for (const name of calledIn(files, /\{%-?\s*([a-z_]\w*)/g)) {
      if (!Object.hasOwn(instance.tags, name) && !name.startsWith('end')) instance.registerTag(name, unknownTag(ends.has(name)))
    }
    return { instance, prepare: byPath(roots[0], (name, locals) => instance.renderFileSync(name, locals)), isCallable: () => false }
  },

  mustache (roots, files) {
    const partials = Object.fromEntries(files.map((file) => [path.relative(roots[0], file).replace(/\.\w+$/, ''), read(file)]))
    return { instance: Mustache, prepare: (file) => { const source = read(file); return (locals) => Mustache.render(source, locals, partials) }, isCallable: () => false }
  },

  nunjucks (roots, files) {
    const instance = new nunjucks.Environment(new nunjucks.FileSystemLoader(roots))
    for (const name of calledIn(files, /\|\s*(\w+)/g)) {
      if (!Object.hasOwn(instance.filters, name)) instance.addFilter(name, (value) => value)
    }
    const called = calledIn(files, /(\w+)\(/g)
    return {
      instance,
      prepare: byPath(roots[0], (name, locals) => instance.render(name, locals)),
      isCallable: (name) => called.has(name),
      own: Object.keys(instance.globals)
    }
  },

  pug (roots) {
    const options = { basedir: roots[0], compileDebug: false, filters: Object.fromEntries(['markdown', 'markdown-it', 'cdata', 'babel', 'stylus'].map((name) => [name, (text) => text])) }
    return { instance: pug, options, prepare: (file) => pug.compileFile(file, options), isCallable: () => true }
  }
}

/** @returns {object} a tag of Liquid that prints nothing, for one that a project has and Liquid lacks */
function unknownTag (hasEnd) {
  return {
    parse ({ name }, rest) {
      if (hasEnd) rest.splice(0, rest.findIndex((token) => token.name === `end${name}`) + 1)
    },
    render: () => ''
  }
}

function byPath (root, render) {
  return (file) => {
    const name = path.relative(root, file)
    return (locals) => render(name, locals)
  }
}

/** @returns {Set<string>} the names in templates that a pattern finds */
function calledIn (files, pattern) {
  return new Set(files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name]) => name)))
}

function read (file) {
  return fs.readFileSync(file, 'utf8')
}

module.exports = { engines, calledIn }
