'use strict'

const pug = require('pug')
const texts = require('../support/hostile-texts')
const { byDialect } = require('../support/pug-pages')
const { viewFolder } = require('../support/view-folder')

const values = [...texts, ...texts.map((text) => `a${text}b${text}`)]

const filler = 'lorem ipsum '.repeat(30)
const positions = {
  text: 'p= x',
  'text, not escaped': 'p!= x',
  interpolation: 'p a #{x} b',
  'interpolation, not escaped': 'p a !{x} b',
  'tag interpolation': 'p #[b(a=x)= x]',
  attribute: 'p(a=x)',
  'attribute, not escaped': 'p(a!=x)',
  'attribute beside others': 'p(a=x b="1" c!=x)',
  class: 'p(class=x)',
  'classes of a list': "p.a(class=[x, 'b', [x]])",
  'classes of an object': 'p(class={[x]: true})',
  'class, not escaped': 'p(class!=x)',
  style: 'p(style=x)',
  'style of an object': 'p(style={color: x})',
  '&attributes': 'p&attributes({a: x, class: x, style: x})',
  'attribute of an object': 'p(a={x: x})',
  'attribute of an object, not escaped': 'p(a!={x: x})',
  mixin: 'mixin m(x)\n  p(a=x)&attributes(attributes)= x\n+m(x)(b=x)',
  'mixin, not escaped': 'mixin m(x)\n  p!= attributes.b\n+m(x)(b!=x)',
  loop: 'each y in [x]\n  li= y',
  tag: '#{"p"}(a=x)= x'
}

describe.each(['', `| ${filler}\n`])('beside %p', (before) => {
  test.each(Object.entries(positions))('%s', (_, source) => {
    const folder = viewFolder({ 'page.pug': `${before}${source}\n${before}` })
    const file = folder.file('page.pug')
    try {
      const options = { compileDebug: false }
      const template = byDialect(file, options)
      const byEngine = pug.compileFile(file, { ...options })
      for (const x of values) {
        const expected = byEngine({ x })
        const rendered = template.render({ x })
        expect(rendered.toString()).toBe(expected)
        expect(rendered.toBuffer().equals(Buffer.from(expected))).toBe(true)
      }
    } finally {
      folder.remove()
    }
  })
})
