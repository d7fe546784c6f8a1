'use strict'

const { dialects } = require('../../lib/dialects')

/**
 * What the benchmark needs of a language. An engine is loaded when it is used.
 *
 * @typedef {object} Language
 * @property {Record<string, string | string[]> | import('../pages/languages').Language} syntax how the views of the pages are written
 * @property {(folders: [views: string, texts: string]) => Engine} engine for views, and the static texts that they include
 * @property {(roots: string[], files: string[]) => Engine & Project} projectEngine for the templates of a project
 * @property {Record<string, Partial<Package>>} packages that render its views in Express
 *
 * @typedef {object} Engine set up as its documentation recommends for production
 * @property {object} [instance] the owner of its views, if it is not the package
 * @property {object} [options] compile options
 * @property {(file: string) => (locals: object) => string} prepare compiles a view, if the engine has no cache of its own
 *
 * @typedef {object} Project
 * @property {(name: string) => boolean} isCallable see `Recorder`
 * @property {string[]} [own] names that templates find without locals
 *
 * @typedef {{ extension: string, files: Record<string, string>, views: string[], locals?: object, setUp: (app: import('express').Express, folder: string) => object | undefined }} Package
 *   the views to measure, more locals than those of all packages, and what sets up Express alone and returns the owner of the views
 */

/** @type {Record<string, Language>} */
module.exports = Object.fromEntries(dialects.map(({ name }) => [name, require(`./${name}`)]))
