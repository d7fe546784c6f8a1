'use strict'

/**
 * Static text that is long enough for a fragment, with what the engine of each language escapes or breaks lines at.
 *
 * @type {Record<string, (mark?: string) => string>} by language; the mark tells one text from another
 */
module.exports = {
  eta: (text = '<meta name="viewport">') => text.repeat(Math.ceil(600 / text.length)),
  handlebars: () => `<section class="long">\n${'<p>static text, 静态 &amp; long</p>\n'.repeat(12)}\n</section>\n`,
  liquid: (mark = '') => `${mark}lorem ipsum dolor `.repeat(20),
  nunjucks: (mark = '') => `<p class="${mark}">lorem ipsum & dolor \\ "sit" 'amet'\n</p>`.repeat(8) + mark,
  pug: (mark = 'x') => `${mark} lorem ipsum `.repeat(25),
  squirrelly: () => '<p class="static">Text & more</p>\n'.repeat(10)
}
