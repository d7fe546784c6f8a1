'use strict'

// A child process, see `../serve.js`, that answers with a page whose data come late.

const path = require('node:path')
const { setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const bufferedRender = require('buffered-render')
const { english } = require('../pages/article')
const { foldersOf, pages, readTexts } = require('../pages/shared')
const serve = require('../serve')
const tides = require('./views/tides')

const [, texts] = foldersOf('ejs', pages.article)
const VIEWS = [path.join(__dirname, 'views'), texts]

/** Milliseconds that the data take. */
const LATE = 200

const { title, related } = english(1)
const later = () => wait(LATE, related)

/** @type {Record<string, () => import('express').Express>} */
const WAYS = {
  'res.render': () => createApp().get('/', renderWhole),
  'res.render, buffered-render': () => createApp().use(bufferedRender()).get('/', renderWhole),
  'renderStream, EJS with await' () {
    return createApp().use(bufferedRender({ engineOptions: { async: true } })).get('/', (req, res) => {
      res.renderStream('tides-await', { title, related: later() })
    })
  },
  'renderStream, html`…`' () {
    const view = tides(readTexts(texts))
    return createApp().use(bufferedRender()).get('/', (req, res) => {
      res.renderStream(view({ title, related: later() }))
    })
  }
}

function createApp () {
  return express().set('views', VIEWS).set('view engine', 'ejs')
}

async function renderWhole (req, res) {
  res.render('tides', { title, related: await later() })
}

serve(WAYS[process.argv[2]]())
