'use strict'

/* The package in JavaScript that an editor checks by TypeScript. This file is compiled, never run. */
const express = require('express')
const Koa = require('koa')
const bufferedRender = require('buffered-render')

const { createRenderer, html, Rendered } = bufferedRender

express().use(bufferedRender({ views: 'views' })).get('/', bufferedRender.express(), (req, res) => {
  res.send(html`<p>Hi ${req.query.name}</p>`)
})

new Koa().use(bufferedRender()).use(bufferedRender.koa()).use(async (ctx) => {
  await ctx.render('index')
  ctx.body = html`<p>Hi ${ctx.query.name}</p>`
})

/** @type {import('buffered-render').Options} */
const options = { extension: 'ejs' }

/**
 * @param {string} view
 */
exports.size = async (view) => {
  const rendered = await createRenderer(options).render(view)
  return rendered instanceof Rendered ? rendered.byteLength : 0
}

// @ts-expect-error unknown option
bufferedRender({ view: 'views' })
