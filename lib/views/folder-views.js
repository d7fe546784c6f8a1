'use strict'

const path = require('node:path')
const { withCode } = require('../util/errors')
const { DEFAULT_EXTENSION, requireEngine, withDot } = require('./engines')
const { TemplateLoader } = require('./template-loader')
const { ViewFiles, namesBelow } = require('./view-files')
const { MISSING } = require('./view-source')

/** The views of the folders that the options name, without the settings of an Express app: a `ViewSource`. */
class FolderViews {
  constructor (viewSettings) {
    this.viewSettings = viewSettings
    this.engines = viewSettings.engines
    this.files = new ViewFiles(viewSettings.folders, this.engines.extensions)
    /** Extension → the templates of its engine. @type {Map<string, import('./template-loader').TemplateLoader>} */
    this.byExtension = new Map()
  }

  /** Only this render uses the locals, see `Template.render`. */
  render (view, locals) {
    return this.existing(view).render(view, locals)
  }

  /** @returns {import('./view-source').FoundView} @throws if the folders do not have the view */
  existing (view) {
    const found = this.find(view)
    if (found.reason === MISSING) throw this.missingError(view)
    return found
  }

  merge (locals) {
    return locals
  }

  find (view) {
    const viewCache = this.viewSettings.viewCacheOf(this)
    const cached = viewCache.get(view)
    if (cached !== undefined) return cached

    const extension = this.extensionOf(view)
    const templates = this.templatesFor(extension, view)
    const file = this.files.find(view, extension)
    if (file === undefined) return { reason: MISSING }
    const found = new this.viewSettings.FoundView(view, templates, () => file)
    if (this.viewSettings.isCached && viewCache.admitMiss()) viewCache.set(view, found)
    return found
  }

  missingError (view) {
    return this.files.notFound(view, this.extensionOf(view))
  }

  uncached () {
    return new FolderViews(this.viewSettings.uncached())
  }

  names () {
    const { viewSettings, engines, files } = this
    const isView = (extension) => engines.get(extension) !== undefined
    return namesBelow(files.roots, isView, withDot(viewSettings.extension ?? DEFAULT_EXTENSION))
  }

  extensionOf (view) {
    const given = path.extname(String(view))
    if (given !== '' && this.engines.get(given)) return given
    if (this.viewSettings.extension) return withDot(this.viewSettings.extension)
    if (given !== '') throw withoutDialect(view, given)
    return DEFAULT_EXTENSION
  }

  templatesFor (extension, view) {
    const existing = this.byExtension.get(extension)
    if (existing) return existing

    const { viewSettings, engines, files: { roots } } = this
    const named = engines.get(extension)
    if (!named) throw withoutDialect(view, extension)
    const engine = named.engine ?? requireEngine(named.dialect, view, roots)
    const options = { views: roots, ...viewSettings.engineOptions }
    const engineSettings = { dialect: named.dialect, engine, options: () => options, cache: viewSettings.isCached }
    const templates = new TemplateLoader(engineSettings, viewSettings)
    this.byExtension.set(extension, templates)
    return templates
  }
}

function withoutDialect (view, extension) {
  const message = `View "${view}" has no known engine for "${extension}". Name one in the option "engines"`
  return withCode('BUFFERED_RENDER_ENGINE', new Error(message))
}

module.exports = { FolderViews }
