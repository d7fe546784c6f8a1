'use strict'

// A child process that serves a view of a project by Express: its arguments are the project as JSON, the view, and who
// renders it: `engine`, by the function that the engine has for Express, or `ours`.

const express = require('express')
const bufferedRender = require('../..')
const { viewsOf } = require('../real')
const { serve } = require('../serve')
const { expressFunction } = require('../../test/support/express-function')

const [project, name, side] = process.argv.slice(2)
const [{ view, data, render, setUp, options }] = viewsOf(JSON.parse(project), name)

const app = express().set('views', options.views).set('view engine', options.extension.slice(1)).enable('view cache')
if (side === 'ours') app.use(bufferedRender({ ...options, memo: false }))
else if (setUp !== undefined) setUp(app, options.extension)
// Eta and Mustache have none.
else app.engine(options.extension, expressFunction(() => render({ ...data })))
serve(app.get('/', (req, res) => res.render(view, { ...data })))
