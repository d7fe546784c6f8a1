'use strict'

const Koa = require('koa')
const bufferedRender = require('buffered-render')
const { assets } = require('package-browser/assets')
const { describeFailure } = require('package-browser/failure')
const { viewsFolder } = require('package-browser/folders')
const { NotFound } = require('package-browser/not-found')
const packages = require('package-browser/packages')

const app = new Koa()

// The views of the Express example.
app.use(bufferedRender({ views: viewsFolder, extension: 'ejs' }))

app.use((ctx, next) => {
  ctx.state.count = packages.count
  ctx.state.stack = 'Koa and EJS'
  return next()
})

app.use(async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const failure = describeFailure(error)
    ctx.status = failure.status
    await ctx.render('error', failure)
  }
})

app.use((ctx, next) => {
  const asset = assets.get(ctx.path)
  if (asset === undefined) return next()
  ctx.type = asset.type
  ctx.body = asset.bytes
})

app.use((ctx, next) => {
  if (ctx.path !== '/') return next()
  return ctx.render('list', { title: 'Packages', ...packages.list(ctx.query) })
})

app.use(async (ctx) => {
  const name = ctx.path.match(/^\/packages\/(.+)/)?.[1]
  if (name === undefined) throw new NotFound()
  const pkg = await packages.find(decodeURIComponent(name))
  await ctx.render('package', { title: pkg.name, pkg })
})

module.exports = app
