'use strict'

const { long } = require('../long')

class Bag {
  * [Symbol.iterator] () {
    yield 'x'
    yield 'y'
  }
}

const locals = () => ({
  list: ['a', 'b', 'c', 'd', 'e', 'f'],
  none: [],
  nil: null,
  s: 'string',
  n: 3,
  object: { k: 'v', l: [1, 2] },
  set: new Set([1, 2]),
  map: new Map([['a', 1]]),
  bag: new Bag(),
  rows: [{ id: 1, tags: ['x', 'y'] }, { id: 2, tags: [] }, { id: 3, tags: ['z'] }],
  limit: 2
})

const row = '{{ i }}{{ forloop.index }}{{ forloop.index0 }}{{ forloop.rindex }}{{ forloop.rindex0 }}{{ forloop.first }}{{ forloop.last }}{{ forloop.length }}{{ forloop.name }};'
const heads = [
  'i in list', 'i in none', 'i in nil', 'i in missing', 'i in s', 'i in n', 'i in object', 'i in set', 'i in map', 'i in bag', 'i in (1..3)', 'i in (n..6)', 'i in (3..1)',
  'i in list limit:2', 'i in list limit: limit', 'i in list offset:2', 'i in list offset: 4 limit: 9', 'i in list reversed', 'i in list reversed limit:2 offset:1',
  'i in list, limit: 2, offset: 1', 'i in list limit: missing', 'i in rows[0].tags', 'i in "word"', 'i in list limit:0', 'i in object.l'
]

module.exports = [
  ...heads.map((head) => ({ spliced: head !== 'i in list limit:0', name: `for ${head}`, page: `{% for ${head} %}${row}${long()}{% else %}none${long()}{% endfor %}[{{ i }}{{ forloop.index }}]`, locals })),
  { name: 'break', page: `{% for i in list %}{{ i }}{% if i == "c" %}{% break %}${long()}{% endif %}-{% endfor %}{{ n }}`, locals },
  { name: 'continue', page: `{% for i in list %}{% if i == "c" %}{% continue %}{% endif %}{{ i }}${long()}{% endfor %}{{ n }}`, locals, spliced: true },
  { name: 'break in a nested loop', page: '{% for r in rows %}{{ r.id }}{% for t in r.tags %}{% if t == "y" %}{% break %}{% endif %}{{ t }}{{ forloop.index }}{% endfor %}{{ forloop.index }};{% endfor %}', locals },
  { name: 'break outside of a loop', page: 'a{% break %}b{{ n }}', locals },
  { name: 'continue outside of a loop, in a branch', page: 'a{% if n %}b{% continue %}c{% endif %}d', locals },
  { name: 'break in a capture', page: '{% for i in list %}{% capture c %}{{ i }}{% break %}x{% endcapture %}{{ c }}!{% endfor %}{{ c }}', locals },
  { name: 'offset: continue', page: '{% for i in list limit: 2 %}{{ i }}{% endfor %}-{% for i in list limit: 3 offset: continue %}{{ i }}{% endfor %}-{% for i in list offset: continue %}{{ i }}{% endfor %}', locals },
  { name: 'parentloop by assign', page: '{% for r in rows %}{% assign outer = forloop %}{% for t in r.tags %}{{ outer.index }}.{{ forloop.index }}{{ t }} {% endfor %}{% endfor %}', locals },
  { name: 'forloop itself', page: '{% for i in list limit: 2 %}{{ forloop }}{{ forloop | json }}{{ forloop.missing }}{% endfor %}', locals },
  { name: 'variables of a loop', page: '{% assign i = "outer" %}{% for i in list %}{% assign x = i %}{{ i }}{% endfor %}{{ i }}{{ x }}', locals },
  { name: 'tablerow', page: `<table>{% tablerow i in list cols: 2 %}{{ i }}{{ tablerowloop.col }}{{ tablerowloop.col0 }}{{ tablerowloop.row }}{{ tablerowloop.col_first }}{{ tablerowloop.col_last }}{{ tablerowloop.index }}{{ tablerowloop.last }}${long()}{% endtablerow %}</table>`, locals, spliced: true },
  { name: 'tablerow, all', page: '{% tablerow i in list %}{{ i }}{% endtablerow %}{% tablerow i in list cols:2 limit:3 offset:2 %}{{ i }}{% endtablerow %}{% tablerow i in (1..3) cols: n %}{{ i }}{% endtablerow %}{% tablerow i in none %}x{% endtablerow %}{% tablerow i in nil %}x{% endtablerow %}', locals },
  { name: 'cycle', page: '{% for i in list %}{% cycle "a", "b", "c" %}{% cycle x: 1, 2 %}{% cycle "g": i, n %}{% cycle i %}{% endfor %}{% cycle "a", "b", "c" %}', locals },
  { name: 'increment and decrement', page: '{% increment k %}{% increment k %}{{ k }}{% decrement k %}{% decrement d %}{% decrement d %}{{ d }}{% increment n %}{{ n }}{% increment s %}{% assign k = 9 %}{% increment k %}{{ k }}', locals },
  { name: 'loop in a loop', page: `{% for r in rows %}<tr>{% for t in r.tags %}<td>${long()}{{ t }}{{ r.id }}</td>{% else %}-{% endfor %}</tr>{% endfor %}`, locals, spliced: true },
  { name: 'a loop of many rows', page: `{% for i in (1..500) %}{{ i }}${long()}{% if i == 400 %}{% break %}{% endif %}{% endfor %}`, locals, spliced: true }
]
