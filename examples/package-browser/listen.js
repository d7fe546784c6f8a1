'use strict'

const http = require('node:http')
const { observe, withCost } = require('./cost')

/**
 * Serves an app on the port in the environment variable `PORT`, or on 3000, with the cost of its pages in their footers.
 *
 * @param {http.RequestListener} app
 * @param {() => Record<string, number>} [fragmentCounts] see `cost.js`
 */
function listen (app, fragmentCounts) {
  observe()
  const server = http.createServer(withCost(app, fragmentCounts))
  server.on('error', fail)
  server.listen(Number(process.env.PORT ?? 3000), () => {
    console.log(`Listening on http://localhost:${server.address().port}`)
  })
}

function fail (error) {
  console.error(error.code === 'EADDRINUSE'
    ? `Port ${error.port} is taken. Name another one, such as PORT=${error.port + 1}.`
    : error.message)
  // A connection of the app, such as that to a store, would keep the process alive.
  process.exit(1)
}

module.exports = { listen }
