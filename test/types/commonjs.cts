/** The package in TypeScript with CommonJS. This file is compiled, never run. */
import express = require('express')
import Koa = require('koa')
import bufferedRender = require('buffered-render')

const { createRenderer, html, Rendered } = bufferedRender
const options: bufferedRender.Options = { views: 'views', extension: 'ejs' }

express().use(bufferedRender(options)).get('/', bufferedRender.express(), (req, res) => {
  res.send(html`<p>Hi ${req.query.name}</p>`)
})

new Koa().use(bufferedRender(options)).use(bufferedRender.koa()).use(async (ctx) => {
  await ctx.render('index')
  ctx.body = html`<p>Hi ${Promise.resolve(ctx.query.name)}</p>`
})

const renderer: bufferedRender.Renderer = createRenderer(options)

export async function size (view: string): Promise<number> {
  const rendered: bufferedRender.Rendered = await renderer.render(view)
  return rendered instanceof Rendered ? rendered.byteLength : 0
}

// @ts-expect-error unknown option
bufferedRender({ view: 'views' })
