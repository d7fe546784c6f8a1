'use strict'

const { load } = require('../load')

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
module.exports = load(__dirname).map(({ group, page, ...each }) => ({ ...each, source: page }))
