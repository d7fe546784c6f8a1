'use strict'

// A child process, see `../serve.js`, that sends a page with a large file in the way that
// its URL names. It reports its peak memory.

const fs = require('node:fs')
const { open } = require('node:fs/promises')
const path = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')
const express = require('express')
const bufferedRender = require('buffered-render')
const serve = require('../serve')
const { FOOT, HEAD } = require('./file-page')

const { fragment, html } = bufferedRender
const [file] = process.argv.slice(2)
const page = () => html`${html.raw(HEAD)}${fragment.file(path.basename(file), { roots: path.dirname(file) })}${html.raw(FOOT)}`

const app = express().use(bufferedRender({ compress: false }))

app.get('/renderStream', (req, res) => res.renderStream(page()))
app.get('/send', (req, res) => res.send(page()))

app.get('/pipe/:kilobytes', (req, res) => {
  res.write(HEAD)
  const stream = fs.createReadStream(file, { highWaterMark: 1024 * Number(req.params.kilobytes) })
  stream.pipe(res, { end: false })
  stream.on('end', () => res.end(FOOT))
  res.on('close', () => stream.destroy())
})

/** Whether a loop of reads, as in lib/page/large-file.js, reuses its memory. */
const LOOPS = { new: false, again: true }

app.get('/:loop/:kilobytes', async (req, res) => {
  const size = 1024 * Number(req.params.kilobytes)
  const free = []
  let resume = () => {}
  for (const event of ['drain', 'close']) res.on(event, () => resume())
  const handle = await open(file)
  res.write(HEAD)
  for (;;) {
    const memory = free.pop() ?? Buffer.allocUnsafeSlow(size)
    const { bytesRead } = await handle.read(memory, 0, size)
    if (bytesRead === 0 || res.destroyed) break
    const sent = () => { if (LOOPS[req.params.loop]) free.push(memory) }
    if (!res.write(memory.subarray(0, bytesRead), sent)) await new Promise((resolve) => { resume = resolve })
  }
  await handle.close()
  res.end(FOOT)
})

app.get('/memory', (req, res) => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  res.json(process.memoryUsage().arrayBuffers)
})

serve(app, () => ({ rss: process.resourceUsage().maxRSS * 1024 }))
