'use strict'

const { long } = require('../long')

const locals = () => ({ s: 'abc', list: Array(100).fill('x'), text: long() })

module.exports = [
  { name: 'parseLimit', page: long(), options: { parseLimit: 10 }, throws: true },
  { name: 'parseLimit that is kept', page: `${long()}{% include "part" %}`, files: { 'part.liquid': long() }, options: { parseLimit: 400 } },
  { name: 'parseLimit of a partial', page: '{% include "part" %}', files: { 'part.liquid': long() }, options: { parseLimit: 30 }, throws: true },
  { name: 'renderLimit', page: `${long()}{{ s }}{% for i in list %}{{ i }}{% endfor %}`, options: { renderLimit: -1 }, locals, throws: true },
  { name: 'renderLimit that is kept', page: `${long()}{{ s }}`, options: { renderLimit: 60_000 }, locals, spliced: true },
  { name: 'renderLimit in a loop', page: '{% for i in (1..3) %}{{ slow }}{% endfor %}', options: { renderLimit: 100 }, locals: () => ({ slow: () => { const start = performance.now(); while (performance.now() - start < 110); } }), throws: true },
  { name: 'memoryLimit', page: `${long()}{{ text | append: text }}`, options: { memoryLimit: 50 }, locals, throws: true },
  { name: 'memoryLimit of a range', page: '{% for i in (1..1000) %}{{ i }}{% endfor %}', options: { memoryLimit: 100 }, locals, throws: true },
  { name: 'memoryLimit that is kept', page: `${long()}{{ s | append: s }}{{ s | upcase }}`, options: { memoryLimit: 100 }, locals },
  { name: 'memoryLimit over many steps', page: '{% for i in list %}{{ s | upcase }}{% endfor %}', options: { memoryLimit: 100 }, locals, throws: true },
  { name: 'memoryLimit in a partial', page: '{% for i in list %}{% render "part", s: s %}{% endfor %}', files: { 'part.liquid': '{{ s | upcase }}' }, options: { memoryLimit: 100 }, locals, throws: true }
]
