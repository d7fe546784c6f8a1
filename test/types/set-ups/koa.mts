import Koa from 'koa'
import bufferedRender, { html } from 'buffered-render'
new Koa().use(bufferedRender()).use(async (ctx) => {
  await ctx.render('index', { name: 'Ann' })
  await ctx.response.render('index', { name: 'Ann' })
  ctx.body = html`<p>${ctx.query.name}</p>`
  // @ts-expect-error the view name is missing
  await ctx.render()
})
