'use strict'

/** Why a view has no template: the folders do not have it. */
const MISSING = 'is not found'

/**
 * Where a renderer finds views: `ExpressViews` by the settings of an app, `FolderViews` in the folders of the options.
 *
 * @typedef {object} ViewSource
 * @property {(locals: object) => { cache?: boolean }} merge joins locals with those of the app, as `app.render` does
 * @property {(name: string, merged: { cache?: boolean }) => FoundView | LeftView} find throws if the view has no engine
 * @property {(name: string) => Error | undefined} missingError gives that of a `MISSING` view, unless Express finds it
 * @property {(name: string, locals: object) => unknown} render gives a page or a promise of one
 * @property {() => string[]} names gives those of all views in the folders
 * @property {() => ViewSource} uncached gives the same views, with separate templates
 *
 * @typedef {{ reason: string, view?: object }} LeftView Express renders it, and looks it up itself unless `view`, an
 *   object of its View class, is given. `reason` says why: the rest of a sentence that begins with the view
 */

/** A view that a source has found. */
class FoundView {
  /**
   * @param {string} name that of the view
   * @param {import('./template-loader').TemplateLoader} templates those of its engine
   * @param {() => string} filenameOf a path, which an app may change at any time, or a name that the engine looks up
   * @param {object} [more] from Express: the `view`; the `moment` of its callback; `usesExpressIfFull`, whether Express
   *   renders the same, and does so unless the cache takes the template; no `file` if only the engine knows it
   */
  constructor (name, templates, filenameOf, more) {
    const unset = { reason: undefined, view: undefined, moment: undefined, usesExpressIfFull: undefined }
    Object.assign(this, unset, { name, templates, filenameOf, file: filenameOf() }, more)
  }

  /** @returns {boolean} whether the cache holds the template, or takes it: each call counts a miss of a full cache */
  admits (hasRoom) {
    return this.templates.admits(this.filenameOf(), hasRoom)
  }

  /** @returns {boolean} what `admits` says; a refusal is counted, and the first one is a warning */
  isKept () {
    return this.admits() || this.templates.renderLog.reportCompiled(this.filenameOf())
  }

  /** @param {boolean} [isKept] whether the template is kept */
  load (isKept = this.isKept()) {
    return this.templates.load(this.filenameOf(), isKept)
  }

  /** @param {object} locals an object that only this render uses */
  render (name, locals) {
    // A view that `usesExpressIfFull` has been found only because the cache takes it.
    return this.load(this.usesExpressIfFull).render(locals)
  }

  /** See `Template.stream`. */
  stream (locals, streamingRender, given) {
    this.load().stream(locals, streamingRender, given)
  }
}

module.exports = { FoundView, MISSING }
