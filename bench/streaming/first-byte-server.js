'use strict'

// A child process, see `../serve.js`, that answers with a page with late data.

const { setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const bufferedRender = require('buffered-render')
const { folder, readTexts, sharedPages } = require('../pages')
const { tides } = require('../pages/tags')
const serve = require('../serve')

const [, texts] = sharedPages.article.foldersOf('ejs')

/** Milliseconds until the data are available. */
const LATE = 200

const { title, related } = sharedPages.article.data(1)
const later = () => wait(LATE, related)

/** @type {Record<string, () => import('express').Express>} */
const WAYS = {
  'res.render': () => createApp('whole').get('/', renderAfterData),
  'res.render, buffered-render': () => createApp('whole').use(bufferedRender()).get('/', renderAfterData),
  'renderStream, EJS with await' () {
    return createApp('streamed').use(bufferedRender({ engineOptions: { async: true } })).get('/', (req, res) => {
      res.renderStream('tides', { title, related: later() })
    })
  },
  'renderStream, html`…`' () {
    const view = tides(bufferedRender.html, readTexts(texts))
    return express().use(bufferedRender()).get('/', (req, res) => {
      res.renderStream(view({ title, related: later() }))
    })
  }
}

/** Creates an app with the views of one of the two folders of `tides`. */
function createApp (name) {
  return express().set('views', [folder('tides', name), texts]).set('view engine', 'ejs')
}

async function renderAfterData (req, res) {
  res.render('tides', { title, related: await later() })
}

serve(WAYS[process.argv[2]]())
