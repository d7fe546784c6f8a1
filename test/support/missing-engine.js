'use strict'

// Run by test/frameworks/express-failures.test.js where an engine is not installed:
// prints what a request to an Express app for its views ends with, with our middleware.

const http = require('node:http')
const bufferedRender = require('buffered-render')
const express = require(process.argv[2])

const app = express()
app.set('views', __dirname).set('view engine', process.argv[3])
app.use(bufferedRender())
app.get('/', (req, res) => res.render('page'))
app.use((error, req, res, next) => {
  res.status(500).json({ message: error.message, cause: error.cause.code })
})

const server = http.createServer(app).listen(0, '127.0.0.1', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.address().port}/`)
  process.stdout.write(JSON.stringify({ status: answer.status, body: await answer.json() }))
  server.close()
})
