'use strict'

// Renders pages in an app with a package and the library, and prints what became of them, as JSON:
//
//   node tools/stock/beside.js helmet /tmp/folder

const fs = require('node:fs')
const http = require('node:http')
const { createRequire } = require('node:module')
const path = require('node:path')
const packages = require('./packages')

const [name, folder] = process.argv.slice(2)
const load = createRequire(path.join(folder, 'package.json'))
const { preload, use } = packages[name]

/** The renders, of which the first two compile the view and fill caches. */
const RENDERS = 3

/** @returns {Promise<http.IncomingMessage>} */
function get (port) {
  return new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent: false, headers: { 'accept-encoding': 'gzip' } }, (res) => res.resume().on('end', () => resolve(res))).on('error', reject)
  })
}

async function main () {
  if (preload) new Function('require', preload)(load) // eslint-disable-line no-new-func
  const app = load('express')()
  const pages = require('../..')()
  fs.writeFileSync(path.join(folder, 'page.ejs'), `<p><%= name %></p>${'<p>static text of the page</p>'.repeat(100)}`)
  app.set('views', folder).set('view engine', 'ejs')
  if (use) app.use(use(load))
  app.use(pages)
  app.get('/', (req, res) => res.render('page', { name: 'Zoë' }))
  const server = http.createServer(app)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  let length
  for (let i = 0; i < RENDERS; i++) ({ headers: { 'content-length': length } } = await get(server.address().port))
  const { engine, templates: { hits, misses }, unencoded } = pages.renderer.stats()
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json')))
  const isSpliced = Object.keys(engine).length === 0 && hits + misses === RENDERS
  const isEncoded = Object.keys(unencoded).length === 0 && Number(length) < 1000
  process.stdout.write(`\n${JSON.stringify({ version, isSpliced, isEncoded, engine, unencoded })}`, () => process.exit())
}

main()
