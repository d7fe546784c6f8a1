'use strict'

const { createRenderer } = require('buffered-render')
const { assets } = require('package-browser/assets')
const { describeFailure } = require('package-browser/failure')
const { NotFound } = require('package-browser/not-found')
const packages = require('package-browser/packages')
const errorPage = require('./views/error')
const listPage = require('./views/list')
const packagePage = require('./views/package')

const renderer = createRenderer()

/**
 * @type {import('node:http').RequestListener}
 */
async function app (req, res) {
  try {
    const { pathname, searchParams } = new URL(`http://localhost${req.url}`)
    const asset = assets.get(pathname)
    if (asset !== undefined) return sendAsset(res, asset)
    const page = await findPage(pathname, Object.fromEntries(searchParams))
    await renderer.send(req, res, page)
  } catch (error) {
    const failure = describeFailure(error)
    res.statusCode = failure.status
    await renderer.send(req, res, errorPage(failure))
  }
}

async function findPage (pathname, query) {
  if (pathname === '/') return listPage(packages.list(query))
  const name = pathname.match(/^\/packages\/(.+)/)?.[1]
  if (name === undefined) throw new NotFound()
  return packagePage(await packages.find(decodeURIComponent(name)))
}

function sendAsset (res, { type, bytes }) {
  res.setHeader('Content-Type', type)
  res.end(bytes)
}

module.exports = app
