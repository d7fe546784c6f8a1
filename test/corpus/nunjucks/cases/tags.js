'use strict'

const { long } = require('../long')

const locals = () => ({ a: 1, nil: null, s: '<s>', which: 'b' })

module.exports = [
  { name: 'if', page: `{% if a %}1${long()}{% endif %}{% if nil %}2{% endif %}{% if nil %}3{% else %}4${long()}{% endif %}`, locals, spliced: 2 },
  { name: 'elif', page: `{% if nil %}1{% elif a %}2${long()}{% elif s %}3{% else %}4{% endif %}{% if nil %}1{% elseif nil %}2{% else %}5{% endif %}`, locals, spliced: 1 },
  { name: 'nested if', page: `{% if a %}{% if nil %}1{% else %}${long()}{% if s %}{{ s }}{% endif %}{% endif %}{% endif %}`, locals, spliced: 1 },
  { name: 'switch', page: `{% switch which %}{% case "a" %}A{% case "b" %}B${long()}{% case "c" %}C{% default %}D{% endswitch %}`, locals, spliced: 1 },
  { name: 'switch that falls through', page: `{% switch which %}{% case "b" %}{% case "c" %}${long()}{{ s }}{% default %}D{% endswitch %}`, locals, spliced: 1 },
  { name: 'switch, by default', page: `{% switch s %}{% case "b" %}B{% default %}${long()}{% endswitch %}{% switch s %}{% case 1 %}x{% endswitch %}`, locals, spliced: 1 },
  { name: 'nested switch', page: `{% switch which %}{% case "b" %}{% switch a %}{% case 1 %}${long()}{% endswitch %}after{% default %}D{% endswitch %}`, locals, spliced: 1 },
  { name: 'filter blocks', page: `{% filter upper %}a${long()}{{ s }}{% endfilter %}{% filter replace("a", "b") %}aaa{% endfilter %}${long()}`, locals, spliced: 1 },
  { name: 'nested filter blocks', page: `{% filter title %}x {% filter upper %}y${long()}{% endfilter %}{% if a %}{{ s }}{% endif %}{% endfilter %}`, locals, spliced: 0 },
  { name: 'a filter block around a loop', page: `{% filter indent %}{% for i in [1, 2] %}${long()}{{ loop.index }}{% endfor %}{% endfilter %}`, locals, spliced: 0 },
  { name: 'ifAsync', page: `{% ifAsync a %}${long()}{% endif %}`, locals, spliced: 1 }
]
