'use strict'

const path = require('node:path')
const express = require('express')
const { exchange } = require('./exchange')
const { putBack } = require('./replaced')
const { viewFolder } = require('./view-folder')

/**
 * Asks an Express app for its view `page` before changes and after each, with the library or without.
 *
 * @param {object} each
 * @param {Record<string, string>} each.files
 * @param {(given: object) => { options?: object, state?: unknown } | void} each.setUp sets up the engine of the `app` with the views of the
 *   `folder`, may `log`, and gives the options of the middleware, and a `state` for those that come after it
 * @param {((given: object) => void)[]} [each.changes]
 * @param {object[]} [each.locals] of each request; those of the last are for all others
 * @param {boolean} [each.cache] the view cache
 * @param {boolean} [each.isIsolated] whether the engine and the library are copies that nobody else uses
 * @param {(given: object) => unknown} [each.after] what is compared in the end, too
 * @param {boolean} isOurs
 * @returns {Promise<{ pages: string[], log: unknown[] }>}
 */
async function pagesBetweenChanges ({ files, setUp, changes = [], locals = [{ a: '<' }], cache, isIsolated, after }, isOurs) {
  const folder = viewFolder(files)
  const root = folder.file('.')
  const shown = (text) => text.replaceAll(root, 'DIR').replaceAll(path.relative('', root), 'RELATIVE')
  const app = express().set('env', 'test').set('views', root).set('view cache', Boolean(cache))
  const log = []
  const given = { app, folder, log: (text) => log.push(shown(text)) }
  const start = () => {
    const { options, state } = setUp(given) ?? {}
    given.state = state
    if (isOurs) app.use(require('../..')(options))
  }
  if (isIsolated) jest.isolateModules(start)
  else start()

  const pages = []
  app.get('/', (req, res) => res.render('page', { ...locals[pages.length] ?? locals.at(-1) }))
  app.use((error, req, res, next) => res.status(500).send(`${error.name}: ${error.message}`))
  for (let i = 0; i < Math.max(changes.length + 1, locals.length); i++) {
    if (i > 0) changes[i - 1]?.(given)
    const { status, body } = await exchange(app)
    pages.push(`${status} ${shown(body.toString())}`)
  }
  if (after) log.push(after(given))
  putBack()
  return { pages, log }
}

module.exports = { pagesBetweenChanges }
