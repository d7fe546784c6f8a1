'use strict'

const path = require('node:path')
const express = require('express')
const bufferedRender = require('buffered-render')
const teas = require('./teas')

const app = express()

app.set('views', path.join(__dirname, 'views'))
app.set('view engine', 'ejs')
app.locals.teas = teas

// The header and the footer belong to the views that include them.
const pages = bufferedRender({ app, dictionary: { views: ['tea', 'missing'] } })
app.use(pages)

app.use((req, res, next) => {
  // The page of each visit is a new one: it would be a 304 without a body otherwise.
  res.locals.madeAt = new Date().toISOString()
  next()
})

app.get('/', (req, res) => res.render('tea', { tea: teas[0] }))

app.get('/:name', (req, res, next) => {
  const tea = teas.find(({ name }) => name === req.params.name)
  if (tea === undefined) return next()
  res.render('tea', { tea })
})

app.use((req, res) => res.status(404).render('missing', { tea: undefined }))

module.exports = { app, renderer: pages.renderer }
