'use strict'

const http = require('node:http')
const teas = require('./teas.json')

/**
 * @param {(req: http.IncomingMessage, res: http.ServerResponse, view: string, locals: object) => Promise<void>} send
 * @param {() => object} [stats]
 */
function shop (send, stats) {
  return http.createServer(async (req, res) => {
    if (req.url === '/stats') return res.end(JSON.stringify(stats()))
    const { view, status = 200, locals } = pageOf(new URL(req.url, 'http://localhost'))
    res.statusCode = status
    try {
      await send(req, res, view, { ...locals, year: new Date().getFullYear() })
    } catch (error) {
      console.error(error)
      res.writeHead(500).end('The page could not be rendered')
    }
  })
}

function pageOf ({ pathname, search, searchParams }) {
  if (pathname === '/') return { view: 'index', locals: { teas, search: searchParams.get('search') } }
  const tea = teas.find(({ id }) => pathname === `/teas/${id}`)
  return tea === undefined ? { view: 'missing', status: 404, locals: { url: pathname + search } } : { view: 'tea', locals: { tea } }
}

module.exports = { shop }
