'use strict'

const env = require('./engine')
const { listen } = require('./listen')
const { shop } = require('./shop')

listen(shop((ctx, next) => {
  ctx.render = (view, locals) => {
    ctx.type = 'html'
    ctx.body = env.render(`${view}.njk`, { ...ctx.state, ...locals })
  }
  return next()
}))
