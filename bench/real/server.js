'use strict'

// A child process that serves a view of a project by Express: its arguments are the project as JSON, the view, and who
// renders it, `engine` or `ours`.

const express = require('express')
const bufferedRender = require('../..')
const { viewsOf } = require('../real')
const { serve } = require('../serve')
const { expressFunction } = require('../../test/support/express-function')

const [project, name, side] = process.argv.slice(2)
const [{ view, data, render, options }] = viewsOf(JSON.parse(project), name)

const app = express().set('views', options.views).set('view engine', options.extension.slice(1))
if (side === 'ours') app.use(bufferedRender({ ...options, memo: false }))
else app.engine(options.extension, expressFunction(() => render({ ...data })))
serve(app.get('/', (req, res) => res.render(view, { ...data })))
