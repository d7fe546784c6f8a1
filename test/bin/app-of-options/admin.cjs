'use strict'

const ejs = require('ejs')

module.exports = require('express')().set('views', 'admin').engine('ejs', (file, locals, done) => ejs.renderFile(file, locals, done))
