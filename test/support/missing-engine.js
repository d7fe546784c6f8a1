'use strict'

// Run by test/frameworks/express-failures.test.js where no engine is installed: prints how an
// Express app with our middleware answers a request for each of the given views.

const http = require('node:http')
const bufferedRender = require('buffered-render')
const express = require(process.argv[2])

const app = express()
app.set('views', __dirname)
app.use(bufferedRender())
app.get('/:view', (req, res) => res.render(req.params.view))
app.use((error, req, res, next) => {
  res.status(500).json({ message: error.message, cause: error.cause.code })
})

const server = http.createServer(app).listen(0, '127.0.0.1', async () => {
  const answers = {}
  for (const view of process.argv.slice(3)) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/${view}`)
    answers[view] = { status: answer.status, body: await answer.json() }
  }
  process.stdout.write(JSON.stringify(answers))
  server.close()
})
