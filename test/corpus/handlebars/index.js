'use strict'

const { readdirSync } = require('node:fs')
const path = require('node:path')

const folder = path.join(__dirname, 'cases')

/**
 * Handlebars templates: every construct of the language's documentation, and those that are hard
 * to splice and render the same.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} source
 * @property {(env: object, log: unknown[]) => void} [setup] registers helpers and partials
 * @property {() => object} [locals] makes those of one render
 * @property {object} [options] compile options, with `runtimeOptions`
 *
 * @type {Case[]}
 */
module.exports = readdirSync(folder).flatMap((file) => require(path.join(folder, file)))
