'use strict'

const os = require('node:os')
const path = require('node:path')
const languages = require('../../bench/pages/languages')
const { VIEWS } = require('../../bench/pages/views')

const SOURCE = `<ul class="all">
{{each link of links}}
<li>{{link.name}}</li>
{{end}}
</ul>
{{include card card}}
`

describe('a view', () => {
  test.each([
    ['ejs', '<% for (const link of links) { -%>\n<li><%= link.name %></li>\n<% } -%>\n', "<%- include('card', { card }) -%>\n"],
    ['ejsAsync', '<% for (const link of await links) { -%>\n<li><%= link.name %></li>\n<% } -%>\n', "<%- include('card', { card }) -%>\n"],
    ['eta', '<% for (const link of it.links) { %>\n<li><%= link.name %></li>\n<% } %>\n', "<%~ include('./card', card) %>\n"],
    ['handlebars', '{{#each links}}\n<li>{{name}}</li>\n{{/each}}\n', '{{> card}}\n'],
    ['liquid', '{% for link in links %}\n<li>{{ link.name | escape }}</li>\n{% endfor %}\n', "{% render 'card', card: card %}\n"],
    ['mustache', '{{#links}}\n<li>{{name}}</li>\n{{/links}}\n', '{{> card}}\n'],
    ['nunjucks', '{% for link in links %}\n<li>{{ link.name }}</li>\n{% endfor %}\n', '{% include "card.njk" %}\n']
  ])('in %s', (language, loop, included) => {
    expect(languages[language].write(SOURCE, {})).toBe(`<ul class="all">\n${loop}</ul>\n${included}`)
  })

  test('in Pug', () => {
    const view = 'include card\nul(class="all")\n  each link in links\n    li\n      | #{link.name}\n+card(card)\n'
    expect(languages.pug.write(SOURCE, {})).toBe(view)
  })
})

test('views are written to the folder for temporary files', () => {
  expect(path.relative(os.tmpdir(), VIEWS)).toMatch(/^buffered-render-bench.[0-9a-f]{16}$/)
})
