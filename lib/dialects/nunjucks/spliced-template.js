'use strict'

const { engineOf } = require('./engine')
const { functionsOf } = require('./functions')

/**
 * A template of Nunjucks that renders to a `Rendered` or a string.
 */
class Spliced {
  constructor (template, engine, { root, blocks }) {
    this.template = template
    this.engine = engine
    this.env = template.env
    // A template that extends this one reads these two properties, as in Nunjucks.
    this.rootRenderFunc = root
    this.blocks = blocks
  }

  /**
   * Renders as `Template.prototype.render` does.
   *
   * @param {object} locals
   * @param {object | null} parentFrame the frame of the template that includes this one
   * @param {(error: unknown, page?: import('../../page/rendered').Rendered | string) => void} callback
   */
  render (locals, parentFrame, callback) {
    const { engine, env } = this
    const context = engine.createContext(locals, this.blocks, env)
    const frame = parentFrame ? parentFrame.push(true) : new engine.Frame()
    frame.topLevel = true
    let failed = false
    this.rootRenderFunc(env, context, frame, engine.runtime, (error, page) => {
      if (failed && page !== undefined) return
      if (!error) return callback(error, page)
      failed = true
      this.fail(error, page, parentFrame, callback)
    })
  }

  /** Has Nunjucks report an error of the template as it would for its own render. */
  fail (error, page, parentFrame, callback) {
    const failing = Object.create(this.template)
    failing.rootRenderFunc = (env, context, frame, runtime, cb) => cb(error, page)
    failing.render({}, parentFrame, callback)
  }
}

/** Maps a template of Nunjucks to its `Spliced`, or to itself. @type {WeakMap<object, object>} */
const splicedCache = new WeakMap()

/**
 * @param {object} template a template of Nunjucks
 * @returns {object} its `Spliced`; for an engine fallback, the template itself
 */
function splicedOf (template) {
  let spliced = splicedCache.get(template)
  if (spliced === undefined) {
    spliced = create(template)
    // Nunjucks compiles a broken template again, and throws its own error.
    if (template.compiled) splicedCache.set(template, spliced)
  }
  return spliced
}

function create (template) {
  const engine = engineOf(template)
  if (!engine.isOwn || !isCompiled(template)) return template
  const functions = functionsOf(template, { __brRuntime: engine.splicing, __brSpliced: splicedOf })
  return functions ? new Spliced(template, engine, functions) : template
}

/** @returns {boolean} whether the template could be compiled from a source, now or earlier */
function isCompiled (template) {
  if (template.tmplProps !== undefined) return false
  try {
    template.compile()
    return true
  } catch {
    return false
  }
}

module.exports = { splicedOf }
