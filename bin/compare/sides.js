'use strict'

const zlib = require('node:zlib')
const { languageOf } = require('../languages')
const { Representation } = require('../../lib/response/representation')
const { joined } = require('../../lib/response/write-body')

/** The default level of the middleware `compression`. */
const LEVEL = 6

/**
 * Renders a view by one side: `page` gives its bytes, `gzip` the body for a client that accepts
 * gzip. Each render needs its own object of locals.
 *
 * @typedef {Record<'page' | 'gzip', (locals: object) => Buffer | Promise<Buffer>>} Ways
 */

/**
 * The sides: the engine, used as in an app without this library, and this library, used as its
 * middleware uses it for a request.
 *
 * @type {Record<'engine' | 'ours', (subject: import('./subject').Subject) => Ways>}
 */
module.exports = {
  engine ({ dialect, context }) {
    const render = languageOf(dialect).byEngine(context.filename, context)
    return waysOf(render, {
      page: encode,
      gzip: (page) => zlib.gzipSync(encode(page), { level: LEVEL })
    })
  },

  ours ({ view: { name, renderer } }) {
    const { deflatesText } = renderer.responder
    return waysOf((locals) => renderer.page(name, locals), {
      page: (rendered) => rendered.toBuffer(),
      gzip: (rendered) => joined(new Representation(rendered, { deflatesText, accepted: ['gzip', 'identity'] }).body)
    })
  }
}

/**
 * @param {unknown} page result of an engine; undefined if an EJS template returns early
 * @returns {Buffer} encoded as by Express
 */
function encode (page) {
  return Buffer.from(String(page ?? ''))
}

/**
 * @template T
 * @param {(locals: object) => T | Promise<T>} render
 * @param {Record<'page' | 'gzip', (page: T) => Buffer>} finish
 * @returns {Ways}
 */
function waysOf (render, finish) {
  const way = (finish) => (locals) => {
    const page = render(locals)
    return page instanceof Promise ? page.then(finish) : finish(page)
  }
  return { page: way(finish.page), gzip: way(finish.gzip) }
}
