'use strict'

// A child process, see `../serve.js`, that sends a page with a large file in the way that its URL names. It reports its peak memory.

const fs = require('node:fs')
const path = require('node:path')
const express = require('express')
const bufferedRender = require('buffered-render')
const serve = require('../serve')

const { fragment, html } = bufferedRender
const [file] = process.argv.slice(2)
const page = () => html`<pre>${fragment.file(path.basename(file), { roots: path.dirname(file) })}</pre>`

const app = express().use(bufferedRender({ compress: false }))
app.get('/renderStream', (req, res) => res.renderStream(page()))
app.get('/send', (req, res) => res.send(page()))
app.get('/pipe/:kilobytes', (req, res) => {
  res.write('<pre>')
  const stream = fs.createReadStream(file, { highWaterMark: 1024 * Number(req.params.kilobytes) })
  stream.pipe(res, { end: false })
  stream.on('end', () => res.end('</pre>'))
  res.on('close', () => stream.destroy())
})

serve(app, () => ({ rss: process.resourceUsage().maxRSS * 1024 }))
