'use strict'

const ENGINE = 'If your app registers it with the engine, pass that engine by --options.'
const LOCALS = 'If your app has it in app.locals, res.locals or ctx.state, add it to the file of --data, which may be a module.'

const FILTERS = 'If your app gives Pug filters, name them in engineOptions in the file of --options.'

/** A missing variable, or a missing method of one, but no missing mixin of Pug. */
const MISSING_LOCAL = /(?:^|\n)(?!pug_mixins)\S+ is not (?:defined|a function)/

/** The messages of each language for a missing name, and where apps have such names. @type {Record<string, [message: RegExp, hint: string][]>} */
const HINTS = {
  ejs: [[MISSING_LOCAL, LOCALS]],
  eta: [[MISSING_LOCAL, LOCALS]],
  handlebars: [[/Missing (?:helper|decorator): |The partial .+ could not be found/, ENGINE]],
  liquid: [[/undefined filter: |tag ".+" not found/, ENGINE]],
  nunjucks: [[/(?:filter|test) not found: |unknown block tag: /, ENGINE], [/Unable to call `/, `${ENGINE} ${LOCALS}`]],
  pug: [[/unknown filter /, FILTERS], [MISSING_LOCAL, LOCALS]]
}

/**
 * @param {string} language name of the dialect
 * @param {string} message of an error of its engine
 * @returns {string | undefined} which option of the command line gives what the error misses
 */
function hintFor (language, message) {
  return HINTS[language]?.find(([missing]) => missing.test(message))?.[1]
}

module.exports = { hintFor }
