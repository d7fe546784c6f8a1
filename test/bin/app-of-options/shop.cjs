'use strict'

// An app that is mounted at "/shop", with an app of its own at "/admin".

const express = require('express')
const ejs = require('ejs')

exports.app = express().set('views', 'shop').engine('txt', (file, locals, done) => done(null, 'text')).engine('html', ejs.renderFile)
exports.app.locals.site = 'Shop'
exports.app.use('/admin', require('./admin.cjs'))
