'use strict'

const { long } = require('../long')

const locals = () => ({ yes: true, no: false, nil: null, zero: 0, one: 1, s: 'abc', empty: '', list: [1, 2], none: [], object: {}, nested: { a: 1 }, space: ' \n' })

const conditions = [
  'yes', 'no', 'nil', 'zero', 'empty', 'none', 'missing', 'missing.a', 'yes and no', 'yes or no', 'no or nil and yes', 'not no', 'not yes and no',
  'one == 1', 'one != 1', 'one > 0', 'one >= 1', 'one < 2', 'one <= zero', 's == "abc"', 's contains "b"', 'list contains 2', 'list contains 9',
  'object contains "a"', 'empty == empty', 'none == empty', 'object == empty', 's == empty', 'space == blank', 'nil == blank', 'no == blank', 'nil == nil',
  'missing == nil', 'list == list', 'one == "1"', 'one | plus: 1', 's | size', 's > "abb"', 'nil > 1', 'one == one and s == "abc" or no',
  'yes == true', 'list.size > 1', 'list.first == 1', '(1..2) contains 2', 'nested.a == 1', 's.size == 3', 'list[0] == one', '1 < 2 and 2 < 3'
]

module.exports = [
  ...conditions.map((condition) => ({
    name: `if ${condition}`,
    page: `{% if ${condition} %}T${long()}{{ s }}{% else %}F{% endif %}{% unless ${condition} %}U{{ one }}{% else %}V{% endunless %}`,
    locals
  })),
  { name: 'elsif', page: `{% if no %}a{% elsif nil %}b{% elsif one == 1 %}c${long()}{{ s }}{% elsif yes %}d{% else %}e{% endif %}`, locals, spliced: true },
  { name: 'no branch', page: `[{% if no %}${long()}{% endif %}{% unless yes %}a{% endunless %}{% if no %}{% elsif no %}b{% endif %}]`, locals, spliced: false },
  { name: 'unless with elsif', page: '{% unless yes %}a{% elsif one %}b{% elsif yes %}c{% else %}d{% endunless %}', locals },
  { name: 'unless with two else', page: '{% unless yes %}a{% else %}b{% else %}c{% endunless %}', locals },
  { name: 'case', page: `{% case one %}{% when 0 %}a{% when 1, 2 %}b${long()}{{ s }}{% when 3 or 1 %}c{% else %}d{% endcase %}`, locals, spliced: true },
  { name: 'case of strings', page: '{% case s %}  text {% when "x" or "abc" %}b{% when s %}c{{ s }}{% else %}d{% endcase %}', locals },
  { name: 'case else', page: `{% case missing %}{% when 1 %}a{% else %}b${long()}{% else %}c{% endcase %}{% case nil %}{% when nil %}n{% endcase %}`, locals, spliced: true },
  { name: 'case with a filter', page: '{% case s | size %}{% when 3 %}three{% when empty %}e{% endcase %}{% case empty %}{% when empty %}e{% when blank %}b{% endcase %}', locals },
  { name: 'nested', page: `{% if yes %}{% if no %}a{% else %}{% case one %}{% when 1 %}{% unless no %}${long()}{{ s }}{% endunless %}{% endcase %}{% endif %}{% endif %}`, locals, spliced: true },
  { name: 'empty bodies', page: '[{% if yes %}{% endif %}{% if no %}{% else %}{% endif %}{% case one %}{% endcase %}{% for i in list %}{% endfor %}]', locals }
]
