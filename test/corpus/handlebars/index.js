'use strict'

const { readdirSync } = require('node:fs')
const path = require('node:path')

const folder = path.join(__dirname, 'cases')

/**
 * Hard Handlebars templates: see `test/support/handlebars-side.js` for what a case is.
 *
 * @type {(import('../../support/handlebars-side').Case & { name: string })[]}
 */
module.exports = readdirSync(folder).flatMap((file) => require(path.join(folder, file)))
