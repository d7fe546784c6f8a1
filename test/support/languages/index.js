'use strict'

const path = require('node:path')
const { dialects } = require('../../../lib/dialects')
const { read } = require('../../corpus/load')
const { expressFunction } = require('../express-function')

/**
 * What tests need of every language. An engine is loaded when it is used. The templates of functions are in `<language>.yaml`, with
 * `$(name)` for an argument, unless `<language>.js` has the function.
 *
 * @typedef {object} Language
 * @property {string} name
 * @property {string} extension without the dot
 * @property {string} package
 * @property {boolean} generatesCode whether the engine makes a function of a template
 * @property {(name: string) => string} print
 * @property {(name: string) => string} raw prints without escaping
 * @property {(view: string) => string} include
 * @property {(name: string) => string} [includeNamed] includes the view that a local names
 * @property {(before: string, content: string, after: string) => Record<string, string>} laidOut a page in a layout, or between
 *   included views in a language without layouts. All views are named without their extension
 * @property {(before: string) => Record<string, string>} listing a page with the text, the title and a partial for each of the `items`
 * @property {(long: string) => Record<string, string>} varied a page that uses most of what the language has, with `name`, `list` and `raw`
 * @property {(long: string) => string} [unsplit] a view that has no static fragment on its page, by an engine's own feature that makes
 *   a string of long text if it has one; an engine without one renders views without long text itself
 * @property {string} broken a view that the engine cannot render
 * @property {Record<string, string>} missing views with a name that the app may have registered, and the option that gives it
 * @property {(long: string) => Record<string, string>} [titled] a page with the text, in a layout if there are any, that prints `title` in each way
 * @property {string[]} [optionLocals] names of locals that the engine takes for its options, and the library never does
 * @property {Record<string, Record<'printed' | 'used' | 'unused', string>>} promised views by their extension, for which the local `x`
 *   may be a promise: they print it, or call a function and test it, or neither
 * @property {Record<string, PromisedEngine>} [promises] what else is known of these views
 * @property {(folder: string, cache?: boolean) => Engine} create the engine for the views of a folder, with these as its partials
 * @property {Record<string, ExpressEngine>} [express] packages with a function for Express
 * @property {(app: import('express').Express) => void} [setUpChanged] sets an app up with an engine whose code is not known, or that
 *   cannot be asked for
 *
 * @typedef {object} Engine
 * @property {object} [instance] owner of the views, if it is not the package
 * @property {(view: string, locals: object) => string | Promise<string>} render
 *
 * @typedef {object} PromisedEngine
 * @property {(app: import('express').Express, functions: Record<'censor' | 'sanitize', Function>) => object | undefined} [setUp]
 *   for an app whose views need those
 * @property {string[]} [unending] kinds of values for which the engine never ends
 * @property {boolean} [handlesLate] whether the engine reads files before it handles a rejected promise, which is unhandled until then
 *
 * @typedef {object} ExpressEngine
 * @property {string} [extension] if it is another
 * @property {'at once' | 'at the next tick' | 'later'} [exampleOf] the moment at which it answers, if it is the one that `npm test` tries of such engines
 * @property {(app: import('express').Express) => void} setUp
 */

/** The arguments of the functions that make templates. */
const ARGUMENTS = {
  print: ['name'], raw: ['name'], include: ['view'], includeNamed: ['name'], laidOut: ['before', 'content', 'after'], listing: ['before'], varied: ['long'], unsplit: ['long'], titled: ['long']
}

/** @returns {string | Record<string, string>} templates with the arguments in their places */
function filled (templates, args) {
  if (typeof templates === 'string') return templates.replace(/\$\((\w+)\)/g, (all, name) => args[name])
  return Object.fromEntries(Object.entries(templates).map(([view, template]) => [view, filled(template, args)]))
}

/** @returns {Partial<Language>} what the YAML of a language holds */
function templatesOf (name) {
  return Object.fromEntries(Object.entries(read(path.join(__dirname, `${name}.yaml`))).map(([key, templates]) => {
    const make = (...values) => filled(templates, Object.fromEntries(ARGUMENTS[key].map((argument, i) => [argument, values[i]])))
    return [key, key in ARGUMENTS ? make : templates]
  }))
}

/** @type {Language[]} */
const languages = dialects.map(({ name, extensions: [extension], package: engine }) => ({
  name, extension: extension.slice(1), package: engine, ...templatesOf(name), ...require(`./${name}`)
}))

/** @type {Record<string, ExpressEngine & { extension: string }>} */
const expressEngines = Object.assign({}, ...languages.map(({ extension, express = {} }) => {
  return Object.fromEntries(Object.entries(express).map(([name, engine]) => [name, { extension, ...engine }]))
}))

/** Sets an app up for the views of a language, and returns our options for it, if its engine cannot be found. */
function setUpApp ({ name, extension, create, express = {} }, app) {
  if (Object.hasOwn(express, name)) {
    express[name].setUp(app)
    return
  }
  const { instance = name, render } = create(app.get('views'), app.enabled('view cache'))
  app.engine(extension, expressFunction((file, locals) => render(path.parse(file).name, locals)))
  return { engines: { [extension]: instance } }
}

/** @returns {Record<string, string>} views by the names of their files */
function filesOf ({ extension }, views) {
  return Object.fromEntries(Object.entries(views).map(([name, source]) => [`${name}.${extension}`, source]))
}

module.exports = { expressEngines, filesOf, languages, setUpApp }
