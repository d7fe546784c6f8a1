'use strict'

const ejs = require('ejs')
const Fastify = require('fastify')
const view = require('@fastify/view')
const { createCounter } = require('../counters')
const { viewFolders } = require('./views')

/** Without `cache` in the options of EJS, every request would compile what its view includes. */
async function fastify (page) {
  const { view: name, data } = page
  const folders = viewFolders(page, 'ejs')
  const next = createCounter(page)

  const app = Fastify()
  app.register(view, { engine: { ejs }, production: true, root: folders[0], options: { views: folders, cache: true } })
  app.get('/', (request, reply) => reply.viewAsync(`${name}.ejs`, data(next())))
  app.get('/:n', (request, reply) => reply.viewAsync(`${name}.ejs`, data(Number(request.params.n))))
  await app.ready()
  return app.routing
}

/** @type {Record<string, import('../variants').Variant>} */
module.exports = { fastify }
