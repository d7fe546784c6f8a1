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
const { readTexts } = require('../pages')

/**
 * An engine, set up as its documentation recommends for production: the owner of its views, if it is not the package, its compile
 * options, and what returns a function that renders a view, compiled once, if the engine has no cache of its own.
 *
 * @typedef {{ instance?: object, options?: object, prepare: (file: string) => (locals: object) => string }} Engine
 */

/**
 * Creates the engine of a language for the views in the first folder and the static
 * texts in the second.
 *
 * @type {Record<string, (folders: [views: string, texts: string]) => Engine>}
 */
module.exports = {
  ejs: (folders) => ({
    prepare: (file) => ejs.compile(read(file), { filename: file, views: folders, cache: true })
  }),

  eta ([views, texts]) {
    const instance = new Eta({ views, cache: true })
    for (const [name, text] of Object.entries(readTexts(texts))) instance.loadTemplate(`@${name}`, text)
    return { instance, prepare: byName((name, locals) => instance.render(name, locals)) }
  },

  handlebars ([views, texts]) {
    const instance = Handlebars.create()
    instance.registerPartial({ ...readTexts(texts), ...partialsOf(views) })
    return { instance, prepare: (file) => instance.compile(read(file)) }
  },

  liquid ([views]) {
    const instance = new Liquid({ root: views, extname: '.liquid', cache: true })
    return { instance, prepare: byName((name, locals) => instance.renderFileSync(name, locals)) }
  },

  mustache ([views]) {
    const partials = partialsOf(views)
    return {
      prepare (file) {
        const source = read(file)
        return (locals) => Mustache.render(source, locals, partials)
      }
    }
  },

  nunjucks ([views]) {
    const instance = new nunjucks.Environment(new nunjucks.FileSystemLoader(views))
    return { instance, prepare: (file) => (locals) => instance.render(path.basename(file), locals) }
  },

  pug ([, texts]) {
    const options = { basedir: texts, compileDebug: false }
    return { options, prepare: (file) => pug.compileFile(file, options) }
  }
}

function byName (render) {
  return (file) => {
    const { name } = path.parse(file)
    return (locals) => render(name, locals)
  }
}

/** Returns the source of each file, by its name without extension. */
function partialsOf (folder) {
  return Object.fromEntries(fs.readdirSync(folder).map((file) => [path.parse(file).name, read(path.join(folder, file))]))
}

function read (file) {
  return fs.readFileSync(file, 'utf8')
}
