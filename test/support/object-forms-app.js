'use strict'

// Requests pages of an Express app, and prints as JSON for the requests and the responses of the second half whether each of
// them has fast properties in V8 before and after the app, and the same hidden class as the one before.
//
//   node --allow-natives-syntax object-forms-app.js 5

const { subscribe } = require('node:diagnostics_channel')
const path = require('node:path')
const vm = require('node:vm')
const bufferedRender = require('../..')
const { everyExpress } = require('./frameworks')
const { listen } = require('./listen')
const { printResult } = require('./print-result')

const REQUESTS = 200

// Only V8 with the option can parse these.
const isFast = vm.runInThisContext('(object) => %HasFastProperties(object)')
const haveSameClass = vm.runInThisContext('(a, b) => %HaveSameMap(a, b)')

const { express } = everyExpress.find(({ version }) => version === process.argv[2])
const app = express()
app.set('views', path.join(__dirname, 'timing-views')).set('view engine', 'ejs')
app.use(bufferedRender())
app.use((req, res, next) => {
  // As middleware for sessions, users and logs does.
  for (let i = 0; i < 10; i++) req[`property${i}`] = res[`property${i}`] = i
  next()
})
app.get('/page', (req, res) => res.render('page', { name: 'a' }))
app.get('/json', (req, res) => res.cookie('a', 'b').json({ title: 'a' }))

const forms = []
const last = {}
subscribe('http.server.request.start', ({ request, response }) => {
  const before = [isFast(request), isFast(response)]
  response.on('close', () => {
    const after = [isFast(request), isFast(response)]
    const { [request.url]: previous = { request, response } } = last
    const shared = [haveSameClass(request, previous.request), haveSameClass(response, previous.response)]
    last[request.url] = { request, response }
    forms.push({ before, after, shared })
  })
})

async function main () {
  const { url } = await listen(app)
  for (let i = 0; i < REQUESTS; i++) await (await fetch(`${url}/${i % 2 ? 'page' : 'json'}`)).text()
  return forms.slice(REQUESTS / 2)
}

printResult(main)
