'use strict'

const { engineOf } = require('./engine')
const { functionsOf } = require('./functions')

/**
 * A template that is rendered as by Nunjucks and gives a `Rendered`, or a string.
 */
class Spliced {
  constructor (template, engine, { root, blocks }) {
    this.template = template
    this.engine = engine
    this.env = template.env
    // These two as in a template of Nunjucks: what extends it takes them.
    this.rootRenderFunc = root
    this.blocks = blocks
  }

  /**
   * As `Template.prototype.render`.
   *
   * @param {object} locals
   * @param {object | null} parentFrame of the template that includes this one
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

  /** Lets Nunjucks report an error of the template, as if it had rendered it. */
  fail (error, page, parentFrame, callback) {
    const failing = Object.create(this.template)
    failing.rootRenderFunc = (env, context, frame, runtime, cb) => cb(error, page)
    failing.render({}, parentFrame, callback)
  }
}

/** Maps a template of Nunjucks to its `Spliced`, or to itself. @type {WeakMap<object, object>} */
const splicedCache = new WeakMap()

/**
 * @param {object} template of Nunjucks
 * @returns {object} its `Spliced`; the template itself if only Nunjucks can render it
 */
function splicedOf (template) {
  let spliced = splicedCache.get(template)
  if (spliced === undefined) {
    spliced = create(template)
    // One that does not compile is compiled again by Nunjucks, for its own error.
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

/** @returns {boolean} whether the template was compiled from a source, now or before */
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
