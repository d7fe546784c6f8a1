'use strict'

module.exports = (app) => app.set('view engine', 'ejs')
