'use strict'

const { long } = require('../long')

const locals = () => ({ s: '<s>', n: 2, list: [1, 2, 3], object: { a: 1 } })

module.exports = [
  { name: 'assign', page: `{% assign x = s %}{{ x }}{% assign x = n | plus: 1 | times: 2 %}{{ x }}{% assign s = "new" %}{{ s }}{% assign y = list | map: "z" | size %}{{ y }}${long()}`, locals },
  { name: 'assign of nothing', page: '{% assign x = missing %}{{ x }}{% assign x = nil %}[{{ x }}]{% assign x = empty %}[{{ x }}]', locals },
  { name: 'assign of a list', page: '{% assign x = "a,b,c" | split: "," %}{{ x[1] }}{% for i in x %}{{ i }}{% endfor %}{% assign x = (1..3) %}{{ x | join: "-" }}', locals },
  { name: 'assign with odd names', page: '{% assign a-b = 1 %}{{ a-b }}{% assign _x = 2 %}{{ _x }}', locals },
  { name: 'assign in a branch', page: '{% if n %}{% assign x = 1 %}{% endif %}{{ x }}{% for i in list %}{% assign x = i %}{% endfor %}{{ x }}', locals },
  { name: 'capture', page: `{% capture x %}a{{ s }}${long()}{% if n == 2 %}${long('b')}{% endif %}{% endcapture %}{{ x }}{{ x | size }}{{ x | upcase }}`, locals },
  { name: 'capture into a quoted name', page: '{% capture "x y" %}a{% endcapture %}{{ ["x y"] }}{% capture \'z\' %}b{{ n }}{% endcapture %}{{ z }}', locals },
  { name: 'capture in a capture', page: `{% capture x %}1{% capture y %}2${long()}{% endcapture %}{{ y }}{% endcapture %}[{{ x }}][{{ y }}]`, locals },
  { name: 'capture of nothing', page: '{% capture x %}{% endcapture %}[{{ x }}]{% if x == "" %}empty{% endif %}', locals },
  { name: 'capture of each tag', page: `{% capture x %}{% for i in list %}{{ i }}{% cycle 1, 2 %}{% endfor %}{% tablerow i in list %}{{ i }}{% endtablerow %}{% raw %}{{ x }}{% endraw %}{% increment k %}{% echo s %}{% case n %}{% when 2 %}${long()}{% endcase %}{% include 'part' %}{% render 'part', s: s %}{% endcapture %}{{ x }}{{ x | size }}`, files: { 'part.liquid': `${long('p')}{{ s }}` }, locals },
  { name: 'globals and locals', page: '{{ g }}{{ s }}{% assign g = 3 %}{{ g }}', options: { globals: { g: 1, s: 'global' } }, locals },
  { name: 'globals in render', page: '{% assign a = 1 %}{% render "part" %}{% include "part" %}', files: { 'part.liquid': '[{{ g }}{{ a }}{{ s }}{{ n }}]' }, options: { globals: { g: 1 } }, locals },
  { name: 'locals that are not changed', page: '{% assign n = 9 %}{{ n }}{% assign object = n %}{{ object }}', locals },
  { name: 'no locals', page: '{{ a }}{{ settings }}{{ constructor }}[{{ __proto__ }}]' }
]
