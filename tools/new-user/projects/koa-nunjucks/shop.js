'use strict'

const Koa = require('koa')
const teas = require('./teas.json')

/** @param {import('koa').Middleware} pages gives the context its method `render` */
function shop (pages) {
  const app = new Koa()
  app.use(pages)
  app.use(async (ctx, next) => {
    ctx.state.year = new Date().getFullYear()
    if (ctx.path !== '/') return next()
    await ctx.render('index', { teas, search: ctx.query.search })
  })
  app.use(async (ctx, next) => {
    const tea = teas.find(({ id }) => ctx.path === `/teas/${id}`)
    if (tea === undefined) return next()
    await ctx.render('tea', { tea })
  })
  app.use(async (ctx) => {
    if (ctx.path === '/stats') {
      ctx.body = pages.renderer.stats()
      return
    }
    ctx.status = 404
    await ctx.render('missing', { url: ctx.url })
  })
  return app
}

module.exports = { shop }
