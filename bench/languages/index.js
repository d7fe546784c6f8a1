'use strict'

const { dialects } = require('../../lib/dialects')

/**
 * What the benchmark needs of a language. An engine is loaded when it is used.
 *
 * @typedef {object} Language
 * @property {Record<string, string | string[]> | import('../pages/languages').Language} syntax how the views of the pages are written
 * @property {(folders: [views: string, texts: string]) => Engine} engine for the views in the first folder and the static texts in
 *   the second
 * @property {(roots: string[], files: string[]) => ProjectEngine} projectEngine for the templates of a project
 * @property {Record<string, Package>} packages that render its views in Express
 *
 * @typedef {object} Engine set up as its documentation recommends for production
 * @property {object} [instance] the owner of its views, if it is not the package
 * @property {object} [options] compile options
 * @property {(file: string) => (locals: object) => string} prepare returns a function that renders a view, compiled once, if the
 *   engine has no cache of its own
 *
 * @typedef {Engine & object} ProjectEngine
 * @property {(name: string) => boolean} isCallable see `Recorder`
 * @property {string[]} [own] names that templates find without locals
 *
 * @typedef {object} Package its files, the views to measure, and more locals than those of all packages
 * @property {string} extension
 * @property {Record<string, string>} files
 * @property {string[]} views
 * @property {object} [locals]
 * @property {(app: import('express').Express, folder: string) => object | undefined} setUp sets up Express alone, and returns the
 *   owner of the views, if it is not the package itself
 */

/** @type {Record<string, Language>} */
module.exports = Object.fromEntries(dialects.map(({ name }) => [name, require(`./${name}`)]))
