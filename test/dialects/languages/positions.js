'use strict'

const path = require('node:path')
const { fill, read } = require('../../corpus/load')
const { handlebars: long } = require('../../corpus/long')

/** Places of text in a template, by language. @type {Record<string, Record<string, unknown>>} */
module.exports = fill(read(path.join(__dirname, 'positions.yaml')), { long })
