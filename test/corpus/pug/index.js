'use strict'

const { load } = require('../load')

/**
 * Pug templates: every construct of the language's documentation, and those that are
 * hard to splice and render the same.
 *
 * `page` is the source of `page.pug`, `files` are what else is in its folder. `locals` makes
 * the locals of one render. `throws` is set where every render fails, or the compilation.
 * `spliced` says whether the page has static fragments, where that matters.
 *
 * @see https://pugjs.org/language/attributes.html
 * @type {{
 *   name: string, page: string, files: Record<string, string>, options: object,
 *   locals: () => object, throws: boolean, spliced?: boolean
 * }[]}
 */
module.exports = load(__dirname).map(({ group, ...each }) => ({ files: {}, options: {}, locals: () => ({}), throws: false, ...each }))
