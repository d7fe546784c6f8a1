'use strict'

const { listen } = require('package-browser/listen')
const { app, renderer } = require('./app')

// The footers show what a page has added to these counts.
listen(app, () => {
  const { hits, loads } = renderer.stats().fragments
  return { loaded: loads, 'found in Redis': hits.store, 'found in this process': hits.process }
})
