'use strict'

const { jsx, jsxs } = require('@kitajs/html/jsx-runtime')

const card = ({ url, label }) => jsx('li', {
  class: 'card',
  children: jsx('h3', { children: jsx('a', { class: 'card__link', href: url, safe: true, children: label }) })
})
const prefetch = ({ url }) => jsx('link', { rel: 'prefetch', href: url })
const row = ({ id, message }) => jsxs('tr', { children: [jsx('td', { children: id }), jsx('td', { safe: true, children: message })] })

const DOCTYPE = '<!DOCTYPE html>'

/**
 * The shared pages by `@kitajs/html`, in the calls that its README says JSX is
 * compiled to. It escapes attributes itself, and the child of an element with `safe`.
 *
 * @type {import('./tagged').Views}
 */
module.exports = {
  fortunes: () => ({ title, fortunes }) => DOCTYPE + jsxs('html', {
    children: [
      jsx('head', { children: jsx('title', { safe: true, children: title }) }),
      jsx('body', {
        children: jsxs('table', {
          children: [
            jsxs('tr', { children: [jsx('th', { children: 'id' }), jsx('th', { children: 'message' })] }),
            fortunes.map(row)
          ]
        })
      })
    ]
  }),

  article: ({ head, masthead, prose, colophon }) => ({ lang, site, title, author, date, related }) => DOCTYPE + jsxs('html', {
    lang,
    children: [
      jsxs('head', {
        children: [
          jsxs('title', { safe: true, children: [title, ' | ', site] }),
          jsx('meta', { name: 'author', content: author }),
          related.map(prefetch),
          head
        ]
      }),
      jsxs('body', {
        children: [
          masthead,
          jsxs('main', {
            children: [
              jsxs('article', {
                children: [
                  jsx('h1', { safe: true, children: title }),
                  jsxs('p', {
                    class: 'byline',
                    children: [jsx('span', { safe: true, children: author }), ' ', jsx('time', { safe: true, children: date })]
                  }),
                  prose
                ]
              }),
              jsx('aside', { class: 'related', children: jsx('ul', { children: related.map(card) }) })
            ]
          }),
          colophon
        ]
      })
    ]
  })
}
