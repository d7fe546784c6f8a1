'use strict'

const { Liquid } = require('liquidjs')
const texts = require('../support/hostile-texts')
const { outcomeOf, templatesOf } = require('../support/liquid-sides')
const { viewFolder } = require('../support/view-folder')

const values = [...texts, ...texts.map((text) => `a${text}b${text}`)]

const filler = 'lorem ipsum '.repeat(30)
const positions = {
  output: '{{ x }}',
  escaped: '{{ x | escape }}',
  'escaped once': '{{ x | escape_once }}',
  'escaped for XML': '{{ x | xml_escape }}',
  raw: '{{ x | raw }}',
  'raw and more': '{{ x | raw | append: "" }}',
  'an argument': '{{ "<" | append: x }}',
  echo: '{% echo x %}{% echo x | escape %}',
  cycle: '{% cycle x, "a" %}{% cycle x | escape, "a" %}',
  assigned: '{% assign y = x | escape %}{{ y }}',
  captured: '{% capture y %}<{{ x }}>{% endcapture %}{{ y }}{{ y | escape }}',
  loop: '{% for y in list %}{{ y }}{{ y | escape }}{% endfor %}',
  tablerow: '{% tablerow y in list %}{{ y | escape }}{% endtablerow %}',
  'a list': '{{ list }}{{ list | escape }}{{ list | join: x }}',
  partial: '{% render "part", x: x %}{% include "part" %}',
  'in a URL': '{{ x | slice: 0, 5 | strip_html }}{{ x | cgi_escape_safe }}',
  json: '{{ x | json }}{{ list | json }}',
  'without markup': '{{ x | strip_html }}{{ x | newline_to_br }}'
}

const settings = [{}, { outputEscape: 'escape' }, { outputEscape: 'json' }, { outputEscape: (text) => `(${text})` }]

describe.each(settings)('with %p', (options) => {
  test.each(Object.entries(positions))('%s', async (_, source) => {
    const folder = viewFolder({ 'page.liquid': `${filler}${source}${filler}`, 'part.liquid': `${filler}{{ x }}{{ x | escape }}` })
    try {
      const create = () => new Liquid({ root: [folder.file('')], extname: '.liquid', cache: true, ...options })
      const stock = create()
      const template = templatesOf(create()).load(folder.file('page.liquid'))
      for (const x of values) {
        const expected = await outcomeOf(() => stock.renderFileSync(folder.file('page.liquid'), { x, list: [x] }))
        expect(await outcomeOf(() => template.render({ x, list: [x] }))).toEqual(expected)
        expect(expected).toHaveProperty('text')
      }
    } finally {
      folder.remove()
    }
  })
})
