'use strict'

// A child process that serves the views of bench/short.js by Express 5 and this library. Arguments: the package, the folder of its
// views, and `spliced` or `byEngine`: who writes the pages, whatever their length.

const express = require('express')
const bufferedRender = require('../..')
const { serve } = require('../serve')
const packages = require('../small/packages')

const [name, folder, side] = process.argv.slice(2)
const { extension, setUp } = packages[name]

const owner = require(`../../lib/dialects/handlebars/${name}`)
const { renderView } = owner
owner.renderView = (instance, filename, locals) => renderView(instance, filename, locals, side === 'byEngine')

const app = express()
app.set('views', folder).set('view engine', extension)
// Each page is another one.
app.use(bufferedRender({ memo: false, engines: { [extension]: setUp(app, folder) } }))

let requests = 0
app.get('/', (req, res) => {
  const length = req.get('Length')
  const title = `Page ${req.get('Number') ?? ++requests}`
  res.render(`view-${length}`, { title, user: { name: '<Ann>' }, layout: `layout-${length}` })
})

serve(app)
