'use strict'

/** Why a view has no template: the folders do not have it. */
const MISSING = 'is not found'

/**
 * Where a renderer finds its views: by the settings of an Express app (`ExpressViews`), or in the folders that the options
 * name (`FolderViews`).
 *
 * @typedef {object} ViewSource
 * @property {(locals: object) => { cache?: boolean }} merge joins the locals with those of the app, as `app.render` does
 * @property {(name: string, merged: { cache?: boolean }) => FoundView | LeftView} find looks a view up for merged locals; throws
 *   if it has no engine. It writes nothing that belongs to the app
 * @property {(name: string) => Error | undefined} missingError the error for a view that is `MISSING`; `undefined` if Express has
 *   the view nevertheless
 * @property {(name: string, locals: object) => unknown} render gives a page or a promise of one
 * @property {() => string[]} names of all views in the folders
 * @property {() => ViewSource} compiledApart returns the same views, with templates of their own
 *
 * @typedef {{ reason: string, view?: object }} LeftView a view without a template. `reason` says why: the rest of a sentence that begins
 *   with the view. Express renders it, and looks it up itself unless `view`, an object of its View class, is given
 */

/** A view that a source has found. */
class FoundView {
  /**
   * @param {import('./templates').Templates} templates of its engine
   * @param {() => string} filenameOf what they load: a path, which an app may change at any time, or a name that the engine looks up
   * @param {object} [more] of a view of Express: `view`, the object of its View class; `moment`, when Express alone would call
   *   back; `isLeftIfFull`, whether Express renders the same, and does so unless the cache takes the template
   */
  constructor (templates, filenameOf, more) {
    this.templates = templates
    this.filenameOf = filenameOf
    /** A path; `undefined` if only the engine knows it. */
    this.file = filenameOf()
    Object.assign(this, more)
  }

  /** @returns {boolean} whether the cache holds the template, or takes it: each call counts a miss of a full cache */
  admits (hasRoom) {
    return this.templates.admits(this.filenameOf(), hasRoom)
  }

  /**
   * @param {boolean} [isKept] what `admits` has returned; by default, it is asked, and a template that is not kept is counted
   * @returns {import('./template').Template} @throws errors of the engine
   */
  load (isKept = this.admits() || this.templates.fallbacks.reportCompiled(this.filenameOf())) {
    return this.templates.load(this.filenameOf(), isKept)
  }

  render (name, locals) {
    return this.load(this.isLeftIfFull).render(locals)
  }
}

module.exports = { FoundView, MISSING }
