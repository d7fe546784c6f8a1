'use strict'

const http = require('node:http')
const net = require('node:net')
const express = require('express')
const Koa = require('koa')
const { exchange } = require('../support/exchange')
const { viewFolder } = require('../support/view-folder')

const KB = 1024
const ROUNDS = 20

/** Pages below and above what Node cuts from its pool, and a file that is read while it is sent. */
const SIZES = { small: 2 * KB, article: 10 * KB, long: 100 * KB }
const folder = viewFolder({ file: Buffer.alloc(3 * KB * KB, 'file') })

/** Has an agent keep what the methods are called with: each chunk, and what it held then. */
function keepChunks (methods) {
  const kept = []
  for (const [prototype, name] of methods) {
    const own = prototype[name]
    jest.spyOn(prototype, name).mockImplementation(function (...args) {
      for (const chunk of args) if (Buffer.isBuffer(chunk)) kept.push({ chunk, copy: Buffer.from(chunk) })
      return own.apply(this, args)
    })
  }
  return kept
}

/** The library as it is when it is loaded now. */
function load () {
  let library
  jest.isolateModules(() => { library = require('../..') })
  return library
}

const pageOf = ({ fragment, html }, path) => {
  const [, name, n] = path.split('/')
  if (name === 'file') return html`${n}: ${fragment.file('file', { roots: folder.file('.') })}`
  return html`${n.repeat(SIZES[name] / n.length)}`
}

async function askForAll (library, listener) {
  for (const name of [...Object.keys(SIZES), 'file']) {
    for (let n = 0; n < (name === 'file' ? 3 : ROUNDS); n++) {
      const path = `/${name}/${n % 10}`
      expect((await exchange(listener, { path })).body.toString()).toBe(pageOf(library, path).toString())
    }
  }
}

const AGENTS = {
  'OutgoingMessage.prototype': [[http.OutgoingMessage.prototype, 'end'], [http.OutgoingMessage.prototype, 'write']],
  'Socket.prototype': [[net.Socket.prototype, 'write'], [net.Socket.prototype, '_writeGeneric']]
}

describe.each(Object.entries(AGENTS))('an agent that has patched %s before and keeps chunks sees no bytes of other responses', (name, methods) => {
  test.each(['express', 'koa'])('by %s', async (framework) => {
    const kept = keepChunks(methods)
    const library = load()
    const app = framework === 'koa' ? Object.assign(new Koa(), { silent: true }) : express()
    app.use(library({ memo: false }))
    if (framework === 'koa') app.use((ctx) => { ctx.body = pageOf(library, ctx.path) })
    else app.use((req, res) => res.send(pageOf(library, req.path)))
    await askForAll(library, framework === 'koa' ? app.callback() : app)
    expect(kept.length).toBeGreaterThan(ROUNDS)
    expect(kept.filter(({ chunk, copy }) => !chunk.equals(copy)).length).toBe(0)
  })
})
