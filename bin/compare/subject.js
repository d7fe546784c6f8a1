'use strict'

const { languageOf } = require('../languages')
const { Site } = require('../site')
const { UsageError } = require('../usage-error')

/**
 * What is to be compared. Each process opens it for itself.
 *
 * @typedef {object} Setting
 * @property {string} view a file, or the name of a view
 * @property {object} locals that JSON can hold
 * @property {string} [options] a file
 * @property {string[]} [views] folders
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
 * @throws {UsageError} if a file is missing or wrong, or the view has no engine to compare with
 * @throws {Error} if the engine is not installed, with the command that installs it
 */
async function openSubject ({ view: named, locals, options, views }) {
  const site = await Site.open({ options, views })
  const view = site.viewNamed(named)
  const { name, renderer } = view
  const templates = renderer.templatesFor(checkedExtension(view), name)
  const { dialect, engine, load } = templates
  if (languageOf(dialect).byEngine === undefined) {
    throw new UsageError(`View "${name}" is of the dialect "${dialect.name}", which has no engine to compare with`)
  }
  const context = { filename: view.file, engine, options: { ...templates.options(), cache: templates.cache }, load }
  return { view, locals, dialect, context }
}

/**
 * @param {import('../site').View} view
 * @returns {string} its extension
 * @throws {UsageError} if the renderer would not render this very file by this name
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
  if (found !== file) throw new UsageError(`View "${name}" is the file "${found}", which is found before "${file}"`)
  return extension
}

/**
 * @param {Subject} subject
 * @returns {string | undefined} why the engine itself renders it, if it does: the rest of a
 *   sentence that begins with the template
 */
function whyWhole ({ locals, dialect, context }) {
  try {
    const source = dialect.read(context.filename, context.engine)
    return languageOf(dialect).explain(source, { ...context, locals: { ...locals } }).whole
  } catch {
    // What cannot be compiled has said so when it was rendered.
    return undefined
  }
}

module.exports = { openSubject, whyWhole }
