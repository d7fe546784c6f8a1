'use strict'

const { Rendered } = require('../../page/rendered')
const { known } = require('./nunjucks-internals')

/** The functions that rewritten code calls. Each function of a template writes to a separate splicer. */

const isSafe = known.recognizer('filters', 'safe')

/** Writes `{{ value | safe }}`: a page, such as a file, is spliced. */
function safe (out, { opts }, context, filter, value) {
  if (value instanceof Rendered && isSafe(filter)) out.splice(value)
  else out.text += this.print(filter.call(context, value), opts.autoescape)
}

/** @param {boolean} acceptsPage whether the caller accepts a page: Nunjucks itself and extensions expect a string */
function endOutput ({ chunks, text }, acceptsPage) {
  if (chunks.length === 0) return text
  // Copies the chunks: after a filter that calls back twice, the function continues to write.
  const page = new Rendered(text === '' ? chunks.slice() : [...chunks, text])
  return acceptsPage ? page : page.toString()
}

/** Runs the tasks of `{% include %}`: loads the template, renders it and prints the page. */
function include (load, render, print, done) {
  load((none, template) => render(template, (none, page) => print(page, done)))
}

module.exports = { endOutput, include, safe }
