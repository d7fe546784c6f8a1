'use strict'

const zlib = require('node:zlib')
const { languageOf } = require('../languages')
const { Representation } = require('../../lib/response/representation')

/** That of the middleware `compression`, unless an app says otherwise. */
const LEVEL = 6

/**
 * A view by one side, with an object of locals that is the render's own: as bytes, and
 * as what is sent to a client that takes gzip.
 *
 * @typedef {Record<'page' | 'gzip', (locals: object) => Buffer | Promise<Buffer>>} Ways
 */

/**
 * Who renders a view: its engine, as an app without this library uses it, and this
 * library in the way that its middleware does for a request.
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
      gzip: (rendered) => new Representation(rendered, { deflatesText, accepted: ['gzip', 'identity'] }).body
    })
  }
}

/**
 * @param {unknown} page what an engine gave: nothing, if a template of EJS returns early
 * @returns {Buffer} as Express encodes it
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
