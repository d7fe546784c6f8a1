'use strict'

const { OWN, reasonAgainst } = require('./render')

/**
 * Compiles a template before its first render, and the partials that it names by a literal. With `cache`, templates are
 * kept: then a string that is registered as a partial is left to its first render, which compiles it for all views.
 *
 * @returns {string | undefined} why Handlebars renders the template, if it does
 * @throws Handlebars' error for a source that cannot be compiled
 */
function precompile (template, { engine, runtimeOptions, cache }) {
  const reason = reasonAgainst(template, { engine, runtimeOptions })
  if (reason !== undefined) return reason
  const partials = { __proto__: null, ...engine.partials, ...runtimeOptions?.partials }
  const compile = ({ [OWN]: own }) => {
    for (const name of own.compile().partials) {
      const { [name]: partial } = partials
      // Partials may name each other.
      partials[name] = undefined
      if (typeof partial === 'string' && !cache) compile(own.create(partial))
      else if (partial?.[OWN] !== undefined) compile(cache ? partial : partial[OWN].create())
    }
  }
  compile(template)
  return template[OWN].compile().reason
}

/**
 * Compiles the templates of a page in place of its render: the packages with layouts find the view, its layout and partials, and each
 * template gives ''. It has the interface of `PageByText`.
 */
class Precompilation {
  constructor (cache) {
    this.cache = cache
    /** What each template gave: why Handlebars renders it, if it does. @type {(string | undefined)[]} */
    this.reasons = []
  }

  render (template, context, { engine, runtimeOptions }) {
    this.reasons.push(precompile(template, { engine, runtimeOptions, cache: this.cache }))
    return ''
  }

  /**
   * @param {(callback: (error: unknown) => void) => void} start begins the render
   * @returns {Promise<string | undefined>} why Handlebars renders the view. A layout may be missing: locals may name another one, or none
   * @throws what the view throws
   */
  async run (start) {
    const error = await new Promise(start)
    if (this.reasons.length === 0) throw error
    return this.reasons[0]
  }
}

module.exports = { Precompilation, precompile }
