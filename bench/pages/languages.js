'use strict'

const languages = require('../languages')
const { mapValues } = require('../map-values')

/**
 * Writes the views of `sources/views.html` in a template language. What a language writes for `{{…}}` is its syntax:
 * NAME is a name or a path, REST the same without its first name, which a loop (`printItem`) or the argument of the
 * view (`printArgument`) gives.
 *
 * @typedef {object} Language
 * @property {string} extension
 * @property {(source: string, view: { name: string, argument?: string }) => string} write
 * @property {(content: string) => string} [extend] turns the content of a page into a view within `layout`; a language without it
 *   repeats the layout in each view
 */

const fill = (pattern, words) => pattern.replaceAll(/[A-Z]{4,}/g, (word) => words[word] ?? word)

/** @returns {Language} */
function createLanguage (syntax) {
  if (syntax.write !== undefined) return syntax
  const { extension, extend } = syntax
  return {
    extension,
    write: (source, { argument }) => write(source, syntax, argument === undefined ? {} : { [argument]: 'printArgument' }),
    ...extend && { extend: (content) => fill(extend, { CONTENT: content }) }
  }
}

function write (source, syntax, scope) {
  const ends = []
  const begin = ([start, end], words) => {
    ends.push(fill(end, words))
    return fill(start, words)
  }
  return source.replace(/\{\{(.*?)\}\}/g, (_, code) => {
    const [word, NAME, ...rest] = code.split(' ')
    switch (word) {
      case 'each': {
        const [, LIST] = rest
        scope = { ...scope, [NAME]: 'printItem' }
        return begin(syntax.each, { ITEM: NAME, LIST })
      }
      case 'if': case 'some': return begin(syntax[word], { NAME })
      case 'end': return ends.pop()
      case 'include': return fill((rest.length > 0 && syntax.includeWith) || syntax.include, { NAME, ARGUMENT: rest[0] })
      case 'text': case 'html': return fill(syntax[word], { NAME })
      case 'block': return syntax.block
      case 'space': return ' '
      default: return fill(syntax[scope[word.split('.')[0]]] ?? syntax.print, { NAME: word, REST: word.slice(word.indexOf('.') + 1) })
    }
  })
}

/** @type {Record<string, Language>} */
module.exports = mapValues(languages, ({ syntax }) => createLanguage(syntax))
