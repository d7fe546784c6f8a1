'use strict'

const path = require('node:path')
const { fill, read } = require('../corpus/load')

const names = fill(read(path.join(__dirname, 'outside-names.yaml'), { symbol: Symbol('page') }))

/** @type {{ name: string, view: unknown, error: string }[]} */
module.exports = Object.entries(names).flatMap(([error, views]) => Object.entries(views).map(([name, view]) => ({ name, view, error })))
