'use strict'

// Requests pages of an Express app, alone and with the library, and prints as JSON what clients get from both, and why the
// library left pages to others.

const http = require('node:http')
const path = require('node:path')
const express = require('express')
const bufferedRender = require('../..')
const { listen } = require('./listen')
const { printResult } = require('./print-result')

/** The last view is missing. */
const VIEWS = ['page.ejs', 'page.ejs', 'other.ejs']

/** @returns {Promise<object[]>} the status, type and text of each page */
async function pagesOf (pages, createOptions = () => ({})) {
  const app = express().set('views', path.join(__dirname, 'timing-views'))
  if (pages !== undefined) app.use(pages)
  app.get('/:view', (req, res) => res.render(req.params.view, { name: '<name>' }))
  app.use((error, req, res, next) => res.status(500).send(error.message))
  const { url, close } = await listen(http.createServer(createOptions(app), app))
  const answers = []
  for (const view of VIEWS) {
    const res = await fetch(`${url}/${view}`)
    answers.push({ status: res.status, type: res.headers.get('content-type'), text: await res.text() })
  }
  close()
  return answers
}

async function main () {
  const pages = bufferedRender()
  const alone = await pagesOf()
  const ours = await pagesOf(pages)
  const classes = await pagesOf(pages, bufferedRender.serverClasses)
  return { alone, ours, classes, left: pages.renderer.stats().engine }
}

printResult(main)
