'use strict'

const { long } = require('../long')

const locals = () => ({ s: '<s>', n: 2, name: 'part', list: ['a', 'b'], rows: [{ id: 1 }, { id: 2 }], folder: 'sub', tree: { v: 1, kids: [{ v: 2, kids: [{ v: 3 }] }, { v: 4 }] } })
const files = {
  'part.liquid': `<${long('part')}{{ s }}{{ n }}{{ a }}{{ part }}{{ forloop.index }}{{ item }}>`,
  'sub/deep.liquid': `[${long('deep')}{% include './near' %}{% render '../part', s: 'up' %}]`,
  'sub/near.liquid': '(near{{ s }})',
  'node.liquid': '{{ node.v }}{% for kid in node.kids %}({% render "node", node: kid %}){% endfor %}',
  'sets.liquid': '{% assign made = 1 %}{% capture got %}c{% endcapture %}{% increment k %}{% cycle 1, 2 %}{{ made }}',
  'breaks.liquid': 'x{% break %}y',
  'blocks.liquid': '{% block b %}in the partial{% endblock %}',
  'plain.html': `${long('plain')}{{ s }}`
}

const tags = [
  'render "part"', 'render "part", s: s, a: 1', 'render "part" with s', 'render "part" with s as a', 'render "part" with rows[0].id as n, s: n', 'render "part" for list as item', 'render "part" for list as item, s: s',
  'render "part" for missing as item', 'render "sub/deep", s: 3', 'render name', 'render "{{ name }}", s: 1', 'render "p{{ n | replace: 2, \'art\' }}"', 'render "plain.html", s: s', 'render "node", node: tree', 'render "sets"', 'render "breaks"', 'render "blocks"',
  'render "./part"', 'render "sub/../part"', 'include "part"', 'include "part", s: 1, a: s', 'include "part" with s', 'include "part" with list, n: 3', 'include "sub/deep"', 'include name', 'include "{{ folder }}/near"', 'include "plain.html"',
  'include "sets"', 'include "breaks"', 'include "blocks"', 'include "part" s:1 a:2', 'render "part" s: s'
]

module.exports = [
  ...tags.map((tag) => ({ name: tag, spliced: tag !== 'include "breaks"', page: `a{% ${tag} %}b{{ made }}{{ got }}{% for i in list %}{{ i }}{% ${tag} %}{% cycle 1, 2 %}{% endfor %}${long()}{% increment k %}`, files, locals })),
  { name: 'render in a capture', page: `{% capture c %}{% render "part", s: s %}{% include "part" %}{% endcapture %}{{ c }}{{ c | size }}${long()}`, files, locals },
  { name: 'static partials', page: `{% include part, s: 1 %}{% include sub/near %}{% render part, a: s %}{% include {{ name }} %}{% include {{ folder }}/near.liquid %}${long()}`, files, options: { dynamicPartials: false }, locals, spliced: true },
  { name: 'Jekyll includes', page: `{% include part.liquid a="x" b=s %}{% include show.liquid s=s n=1 %}${long()}`, files: { ...files, 'show.liquid': '{{ include.s }}{{ include.n }}{{ s }}' }, options: { jekyllInclude: true }, locals, spliced: true },
  { name: 'other separator', page: '{% render "part", s=s, a=1 %}', files, options: { keyValueSeparator: '=' }, locals },
  { name: 'folders', page: `{% include "p" %}{% layout "l" %}${long()}`, files: { 'partials/p.liquid': `p${long('p')}{{ s }}`, 'layouts/l.liquid': `l${long('l')}{% block %}{% endblock %}` }, options: { partials: 'partials', layouts: ['layouts'] }, locals, spliced: true },
  { name: 'not relative', page: '{% include "sub/near2" %}', files: { ...files, 'sub/near2.liquid': '{% include "sub/near" %}' }, options: { relativeReference: false }, locals },
  { name: 'relative, where they are not', page: '{% include "sub/near2" %}', files: { ...files, 'sub/near2.liquid': '{% include "./near" %}' }, options: { relativeReference: false }, locals, throws: true },
  { name: 'a partial without its extension', page: '{% include "part" %}', files, options: { extname: '' }, locals, throws: true },
  { name: 'a partial that is not there', page: `${long()}{% render "none" %}`, files, locals, throws: true },
  { name: 'render of no name', page: '{% render missing %}', files, locals, throws: true },
  { name: 'relative, in a cache', page: '{% render "./part", s: s %}{% include "./sub/deep" %}', files, options: { cache: true }, locals },
  { name: 'a partial of no name', page: '{% include missing %}', files, locals, throws: true },
  { name: 'a partial outside of the folders', page: '{% include "../../../../../../../../etc/passwd" %}', files, locals, throws: true },
  { name: 'a partial that fails', page: 'a\n{% render "bad", n: 1 %}', files: { 'bad.liquid': 'x\n\n  {{ n | fails }}' }, setUp: (liquid) => liquid.registerFilter('fails', () => { throw new Error('No') }), throws: true },
  { name: 'a partial that cannot be parsed', page: 'a\n{% include "bad" %}', files: { 'bad.liquid': 'x\n\n  {% if %}\n y' }, throws: true },
  { name: 'a partial that cannot be parsed, in a cache', page: 'a\n{% include "bad" %}', files: { 'bad.liquid': 'x\n\n  {% if %}\n y' }, options: { cache: true }, throws: true },
  { name: 'a partial many times', page: '{% for i in (1..50) %}{% render "part", s: i %}{% endfor %}', files, locals, spliced: true },
  { name: 'deep recursion', page: '{% render "down", n: 400 %}', files: { 'down.liquid': '{{ n }} {% if n > 0 %}{% assign m = n | minus: 1 %}{% render "down", n: m %}{% endif %}' } }
]
