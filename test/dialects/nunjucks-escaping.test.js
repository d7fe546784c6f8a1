'use strict'

const texts = require('../support/hostile-texts')
const { createEnv, renderView } = require('../support/nunjucks-sides')

const values = [...texts, ...texts.map((text) => `a${text}b${text}`)]

const filler = 'lorem ipsum '.repeat(30)
const positions = {
  text: '<p>{{ x }}</p>',
  attribute: '<p a="{{ x }}" b=\'{{ x }}\' c={{ x }}>',
  script: '<script>var x = "{{ x }}"</script>',
  safe: '{{ x | safe }}',
  'escaped, and escaped by force': '{{ x | e }}{{ x | escape }}{{ x | forceescape }}{{ x | safe | e }}',
  filtered: '{{ x | upper }}{{ x | replace("a", "<") }}{{ x | trim | title }}{{ x | nl2br }}{{ x | urlencode if wellFormed }}',
  'an expression': '{{ x + "<" }}{{ x ~ x }}{{ x if x else "<" }}',
  'a literal': '{{ "<b>" }}{{ x == "<" }}',
  'a member': '{{ o.x }}{{ o["x"] }}{{ [x] }}',
  'a loop': '{% for y in [x] %}{{ y }}{% endfor %}{% for k, v in o %}{{ k }}{{ v }}{% endfor %}',
  'a set block': '{% set y %}<b>{{ x }}</b>{% endset %}{{ y }}{{ y | safe }}',
  'a filter block': '{% filter safe %}{{ x }}{% endfilter %}{% filter escape %}{{ x }}{% endfilter %}',
  'a macro': '{% macro m(y, z="<") %}{{ y }}{{ z }}{{ caller() if caller }}{% endmacro %}{{ m(x) }}{{ m(z=x) }}{% call m(x) %}{{ x }}{% endcall %}',
  'a block': '{% block b %}{{ x }}{% endblock %}',
  'what super gives': '{% extends "layout.njk" %}{% block c %}{{ super() }}{{ super() }}{{ x }}{% endblock %}',
  'what super gives, filtered': '{% extends "layout.njk" %}{% block c %}{{ super() }}{{ super() | e }}{{ super() | upper }}{% endblock %}',
  'an included template': '{% include "part.njk" %}{{ x }}',
  'an imported macro': '{% import "macros.njk" as m %}{{ m.m(x) }}'
}
const files = {
  'layout.njk': `{{ x }}{% block c %}${filler}{{ x }}{% endblock %}${filler}`,
  'part.njk': `<i>{{ x }}</i>${filler}`,
  'macros.njk': '{% macro m(x) %}<i title="{{ x }}">{{ x }}</i>{% endmacro %}'
}

describe.each([true, false])('autoescape %p', (autoescape) => {
  describe.each(['', filler])('beside %p', (text) => {
    test.each(Object.entries(positions))('%s', (_, source) => {
      const page = source.startsWith('{% extends') ? source : `${text}${source}${text}`
      const [{ env: stock }, { env: ours }] = [0, 1].map(() => createEnv({ page, files, options: { autoescape } }))
      for (const x of values) {
        const locals = { x, o: { x }, wellFormed: x.isWellFormed() }
        const expected = stock.render('page.njk', locals)
        const rendered = renderView(ours, 'page.njk', locals)
        if (rendered.toString() !== expected) expect({ x, text: rendered.toString() }).toEqual({ x, text: expected })
        expect(rendered.toBuffer().equals(Buffer.from(expected))).toBe(true)
      }
    })
  })
})
