'use strict'

const express = require('express')
const request = require('supertest')
const { withCost } = require('../../examples/package-browser/cost')
const bufferedRender = require('../..')
const { viewFolder } = require('../support/view-folder')
const { observeCosts } = require('./observed')

observeCosts()

let folder, app, agent
beforeEach(() => {
  folder = viewFolder({
    'page.ejs': `<p>${'static '.repeat(1000)}</p><%= text %>`, 'early.ejs': '<p><% if (text) return %></p>', 'other.html': '<p>'
  })
  app = express().set('views', folder.file('.')).set('view engine', 'ejs')
  app.use(bufferedRender())
  agent = request(withCost(app))

  app.get('/asset', (req, res) => res.type('css').send('p {}'))
  app.get('/:view', (req, res) => res.render(req.params.view, { text: 'a'.repeat(5000) }))
})

async function costOf (...urls) {
  for (const url of urls) await agent.get(url)
  return /<p>(.*)<\/p>/.exec((await agent.get('/cost')).text)[1]
}

test('no page', async () => {
  expect(await costOf()).toBe('No page has been sent yet.')
})

test('a page that is spliced, then found in the memo, also after an asset', async () => {
  const page = /^This page: page, spliced in [\d.]+ (?:µs|ms)\. Of its 12,007 bytes, 7,007 were encoded in advance\. Sent as gzip: [\d,]+ bytes/
  expect(await costOf('/page')).toMatch(new RegExp(`${page.source}\\.$`))
  expect(await costOf('/page', '/page', '/page')).toMatch(new RegExp(`${page.source}, found in the memo\\.$`))
  expect(await costOf('/page', '/asset')).toMatch(page)
})

test('a page that its engine renders', async () => {
  expect(await costOf('/early')).toMatch(/^This page: early, rendered by its engine, because it [^,]+, in [\d.]+ (?:µs|ms)\. Of its/)
})

test('a page that is left to Express', async () => {
  app.engine('html', (file, locals, done) => done(null, '<p>'))
  expect(await costOf('/other.html')).toMatch(/^This page: other\.html, left to Express, because it .+\. Sent after/)
})
