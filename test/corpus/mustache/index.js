'use strict'

const { load } = require('../load')

/**
 * Mustache templates that touch every construct of the engine's documentation,
 * and what is hard to do in another way.
 *
 * `sources` are the text of files by name, the template itself is `page`. Each of
 * `locals` is a function that makes the locals of one render. `options` are compile
 * options. `throws` is set where every render fails.
 *
 * @type {{ name: string, sources: Record<string, string>, options: object, locals: (() => object)[], throws: boolean }[]}
 */
module.exports = load(__dirname).map(({ group, name, page, partials, locals = () => ({}), options = {}, throws = false }) => ({
  name: `${group}: ${name}`,
  sources: { page, ...partials },
  options,
  throws,
  locals: [locals].flat()
}))
