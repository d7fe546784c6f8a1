'use strict'

// Lists the files and functions of this library that one warm request passes, as a reader who follows it opens them: a
// view of EJS with gzip, in Express 5.

const fs = require('node:fs')
const { Session } = require('node:inspector/promises')
const path = require('node:path')
const { fileURLToPath } = require('node:url')
const ejs = require('ejs')
const express = require('express')
const bufferedRender = require('..')
const { parseLine, runCommand } = require('./command')
const { withFolder } = require('./folder')
const table = require('./table')

const LIB = path.join(__dirname, '../lib')
/** Requests before the one that counts. */
const WARM_UP = 20

const USAGE = `Usage: npm run bench:compare way -- [options]

  --help   print this help`

function parseOptions (args) {
  return parseLine(args, { counts: {}, texts: {} }).values
}

/** @returns {Promise<Record<string, string[]>>} file → its functions that the request has called */
function walk () {
  return withFolder(async (folder) => {
    fs.copyFileSync(path.join(__dirname, 'pages/sources/long.html'), path.join(folder, 'page.ejs'))
    fs.appendFileSync(path.join(folder, 'page.ejs'), '<p><%= count %></p>')
    let count = 0
    const app = express()
    app.set('views', folder).set('view engine', 'ejs').set('view cache', true).engine('ejs', ejs.renderFile)
    app.use(bufferedRender()).get('/', (req, res) => res.render('page', { count: count++ }))
    const server = app.listen(0, '127.0.0.1')
    try {
      await new Promise((resolve) => server.once('listening', resolve))
      const url = `http://127.0.0.1:${server.address().port}/`
      // On one connection.
      const request = async () => (await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })).arrayBuffer()
      for (let i = 0; i < WARM_UP; i++) await request()
      return await calledDuring(request)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
}

async function calledDuring (act) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const called = {}
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') && path.relative(LIB, fileURLToPath(url))
    if (!file || file.startsWith('..')) continue
    const names = functions.filter(({ ranges: [{ count }] }) => count > 0).map(({ functionName }) => functionName || '(anonymous)')
    if (names.length > 0) called[file] = names
  }
  return called
}

async function run () {
  const called = await walk()
  const rows = Object.entries(called).map(([file, names]) => [file, String(names.length)])
  table.print({ header: ['file', 'functions'], rows })
  for (const [file, names] of Object.entries(called)) console.log(`${file}: ${names.join(', ')}`)
  console.log(`\n${rows.length} files, ${Object.values(called).flat().length} functions`)
}

runCommand({ USAGE, parseOptions }, run)
