'use strict'

const fs = require('node:fs')
const path = require('node:path')

const MODULES = path.join(__dirname, '../node_modules')

/** The packages whose code is measured. */
const PACKAGES = [
  'express', 'compression', 'express-session', 'hbs',
  'koa', '@ladjs/koa-views', 'koa-compress', 'koa-conditional-get', 'koa-etag',
  'fastify', '@fastify/view',
  'hono', '@hono/node-server',
  'ejs', 'eta', 'handlebars', 'liquidjs', 'mustache', 'nunjucks', 'pug',
  'ghtml', '@kitajs/html'
]

/**
 * @returns {Record<string, string>} the versions of the packages that are measured
 */
function packageVersions () {
  return Object.fromEntries(PACKAGES.map((name) => {
    const manifest = fs.readFileSync(path.join(MODULES, name, 'package.json'), 'utf8')
    return [name, JSON.parse(manifest).version]
  }))
}

module.exports = { packageVersions }
