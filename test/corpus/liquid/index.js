'use strict'

const { load } = require('../load')

/**
 * LiquidJS templates: every construct of the documentation, and those that are hard to
 * splice and render the same.
 *
 * `page` is the source of `page.liquid`, `files` are what else is in its folder. `locals`
 * makes the locals of one render, `setUp` prepares an instance made with `options`; both
 * are called for each side. `throws` is set where every render fails. `spliced` says
 * whether the page has static fragments, where that matters.
 *
 * @see https://liquidjs.com/tags/overview.html
 * @type {{
 *   name: string, page: string, files: Record<string, string>, options: object,
 *   setUp: (liquid: object) => void, locals: () => object, throws: boolean, spliced?: boolean
 * }[]}
 */
module.exports = load(__dirname).map(({ group, ...each }) => ({ files: {}, options: {}, setUp () {}, locals: () => ({}), throws: false, ...each }))
