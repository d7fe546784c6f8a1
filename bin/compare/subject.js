'use strict'

const { Data } = require('../data')
const { languageOf } = require('../languages')
const { Site } = require('../site')
const { UsageError } = require('../usage-error')

/**
 * What to compare. Each process opens its own subject from the setting.
 *
 * @typedef {object} Setting
 * @property {string} view a file, or the name of a view
 * @property {string} data file or folder of the locals. Each process loads it: a module may give functions
 * @property {string} [options] file of the options
 * @property {string[]} [views] folders of views
 *
 * @typedef {object} Subject
 * @property {import('../site').View} view
 * @property {object} locals
 * @property {Required<import('../../lib/dialects/dialect').Dialect>} dialect
 * @property {import('../../lib/dialects/dialect').Context} context for the hooks of the dialect
 */

/**
 * @param {Setting} setting
 * @returns {Promise<Subject>}
 * @throws {UsageError} if a file is missing or invalid, or the view has no engine to compare with
 * @throws {Error} if the engine is not installed, with the command that installs it
 */
async function openSubject ({ view: named, data: target, options, views }) {
  const site = await Site.open({ options, views })
  const view = site.viewNamed(named)
  const { name, renderer } = view
  const templates = renderer.templatesFor(checkedExtension(view), name)
  const { dialect, engine, load } = templates
  if (languageOf(dialect).byEngine === undefined) {
    throw new UsageError(`View "${name}" cannot be compared: its dialect "${dialect.name}" has no "byEngine" function, ` +
      'which renders with the engine alone')
  }
  const context = { filename: view.file, engine, options: { ...templates.options(), cache: templates.cache }, load }
  const data = new Data(target)
  const locals = await data.localsOf(view)
  if (locals === undefined) throw new UsageError(`The folder "${target}" of --data has no file for the view "${name}", such as "${data.filesFor(view)[0]}"`)
  return { view, locals, dialect, context }
}

/**
 * @param {import('../site').View} view
 * @returns {string} extension
 * @throws {UsageError} if the renderer finds another file by this name
 */
function checkedExtension ({ file, name, renderer }) {
  let extension
  let found
  try {
    extension = renderer.extensionOf(name)
    found = renderer.views.find(name, extension)
  } catch (error) {
    throw new UsageError(error.message)
  }
  if (found !== file) {
    throw new UsageError(`View "${name}" resolves to the file "${found}" instead of "${file}": pass the folder of the file with --views`)
  }
  return extension
}

/**
 * @param {Subject} subject
 * @returns {string | undefined} reason for an engine fallback, as a predicate whose subject is
 *   the template
 */
function engineFallbackReason ({ locals, dialect, context }) {
  try {
    const source = dialect.read(context.filename, context.engine)
    return languageOf(dialect).explain(source, { ...context, locals: { ...locals } }).engineFallback
  } catch {
    // A compile error has been reported by the render.
    return undefined
  }
}

module.exports = { engineFallbackReason, openSubject }
