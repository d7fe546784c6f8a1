'use strict'

const { createRequire } = require('node:module')
const { byEngineOf } = require('../../lib/modes/by-engine-of')
const { Data } = require('../data')
const { Site, extensionOf, findView } = require('../site')
const { UsageError } = require('../usage-error')
const { findFramework } = require('./framework')

/**
 * What to compare. Each process opens the subject from the setting.
 *
 * @typedef {object} Setting
 * @property {string} view a file, or the name of a view
 * @property {string} data the file or folder of the locals. Each process loads it: a module may give functions
 * @property {string} [options] the file of the options
 * @property {string[]} [views] the views folders
 *
 * @typedef {object} Subject
 * @property {import('../site').View} view
 * @property {string} extension that of the view
 * @property {object} locals
 * @property {string} language the name of the dialect; the extension, if the app has an engine without one
 * @property {object} options those of this library, without the app
 * @property {object} [app] that of the options, whose settings both sides take
 * @property {string | string[]} views the folders of the view
 * @property {import('./framework').Framework} framework
 */

/**
 * @returns {Promise<Subject>}
 * @throws {UsageError} if a file is missing or invalid, or the view has no engine to compare with
 * @throws {Error} if the engine is not installed
 */
async function openSubject ({ view: named, data: target, options: file, views }) {
  const site = await Site.open({ options: file, views })
  const view = site.viewNamed(named)
  const extension = checkedExtension(view)
  const data = new Data(target)
  const locals = await data.localsOf(view)
  if (locals === undefined) {
    throw new UsageError(`The folder "${target}" of --data has no file for the view "${view.name}", ` +
      `such as "${data.filesFor(view)[0]}"`)
  }
  // The apps of the comparison have its settings, but not its middleware and routes.
  const { options: { app, ...options }, views: folders } = view.site
  const framework = findFramework(process.cwd(), app && ['express'])
  const { roots } = view.renderer.folderViews.files
  const language = languageIn(view, extension)
  const subject = { view, extension, locals, language, options, app, views: app ? folders : roots, framework }
  if (!isOfExpress(subject)) checkEngine(subject)
  return subject
}

/** @returns {string} the extension. @throws {UsageError} if the renderer finds a different file by this name */
function checkedExtension ({ file, name, renderer }) {
  const { files } = renderer.folderViews
  let extension
  let found
  try {
    extension = extensionOf(name, renderer)
    found = files.find(name, extension)
    if (found === undefined) throw files.notFound(name, extension)
  } catch (error) {
    throw new UsageError(error.message)
  }
  if (found !== file) {
    throw new UsageError(`View "${name}" resolves to the file "${found}" instead of "${file}": ` +
      'pass the folder of the file with --views')
  }
  return extension
}

/** @returns {string} the name of the dialect; the extension, if the app has an engine without one */
function languageIn (view, extension) {
  const { namedViews, viewSettings } = view.renderer
  const { dialect } = namedViews === undefined
    ? viewSettings.engines.get(extension) ?? {}
    : findView(view).templates ?? {}
  return dialect?.name ?? extension.slice(1)
}

/**
 * @returns {boolean} whether Express alone finds the engine of the view: one of the app or, as `ejs`, `pug` and `hbs`,
 *   an installed one that no option sets up
 */
function isOfExpress ({ app, extension, framework, options, view: { renderer } }) {
  if (framework.name !== 'express') return false
  if (app?.engines[extension] || (app && app.get('view') !== renderer.namedViews.View)) return true
  if (renderer.viewSettings.engines.named.has(extension) || options.engineOptions !== undefined) return false
  try {
    return typeof createRequire(framework.package.file)(extension.slice(1)).__express === 'function'
  } catch {
    return false
  }
}

/**
 * @throws {UsageError} if the dialect cannot render with the engine alone
 * @throws {Error} if the engine is not installed
 */
function checkEngine ({ extension, view: { name, renderer } }) {
  const { dialect } = renderer.folderViews.templatesFor(extension, name)
  if (dialect.byEngine !== undefined) return
  throw new UsageError(`View "${name}" cannot be compared: its dialect "${dialect.name}" has no "byEngine" function, ` +
    'which renders with the engine alone')
}

/**
 * @returns {(locals: object) => string | Promise<string>} renders the view with the engine alone, which compiles it at
 *   the first call; throws errors of the engine
 */
function engineAloneOf ({ extension, view: { file, name, renderer } }) {
  return byEngineOf({ filenameOf: () => file, templates: renderer.folderViews.templatesFor(extension, name) })
}

module.exports = { engineAloneOf, isOfExpress, openSubject }
