'use strict'

const { long } = require('../long')

const later = (value, ms = 0) => new Promise((resolve) => setTimeout(resolve, ms, value))

const locals = () => ({
  p: later('<later>'),
  slow: later('slow', 5),
  object: later({ a: later([1, later({ b: 'deep' })]), fn: async () => ({ x: 'called' }) }),
  list: later(['a', 'b']),
  items: [later('x', 3), 'y', later('z')],
  yes: later(true),
  no: later(false),
  n: later(2),
  nothing: later(undefined),
  nil: later(null),
  fn: async () => 'fn',
  thenable: { then: (resolve) => resolve('thenable') },
  s: '<s>',
  key: later('a')
})

const setUp = (liquid) => {
  liquid.registerFilter('later', async (value, ...args) => `${value}${args.length ? `(${args})` : ''}`)
  liquid.registerFilter('generated', function * (value, arg) { return `${yield value}+${yield arg}` })
  liquid.registerFilter('rejects', async () => { throw new Error('Rejected') })
  liquid.registerFilter('rejectsNothing', () => Promise.reject()) // eslint-disable-line prefer-promise-reject-errors
}

const rejected = (error) => () => {
  const p = Promise.reject(error)
  p.catch(() => {})
  return { p, s: 's', later: later(1) }
}

const pages = {
  values: `{{ p }}{{ slow }}${long()}{{ object.a[1].b }}{{ object.fn.x }}{{ fn }}{{ thenable }}{{ nothing }}{{ nil }}{{ s }}`,
  filters: `{{ p | upcase }}{{ s | later }}{{ s | later: p | upcase | append: slow }}{{ s | generated: n }}{{ s | append: p }}{{ s | replace: p, slow }}${long()}{{ n | plus: n }}{{ s | later: a: p, b: 2 }}`,
  conditions: `{% if yes %}a{{ p }}{% endif %}{% if no %}b{% else %}c${long()}{% endif %}{% unless no %}d{% endunless %}{% if n == 2 %}e{% endif %}{% if yes and no %}f{% endif %}{% case n %}{% when 1 %}g{% when 2 %}h{{ p }}{% endcase %}`,
  loops: `{% for i in list %}{{ i }}{{ p }}{{ forloop.index }}${long()}{% endfor %}{% for i in items %}{{ i }}{% if i == "y" %}{% break %}{% endif %}-{% endfor %}{% for i in items %}{{ i }}{% if forloop.first %}{% continue %}{% endif %};{% endfor %}{% tablerow i in items %}{{ i }}{% endtablerow %}`,
  variables: `{% assign x = p %}{{ x }}{% capture c %}{{ slow }}${long()}{{ p }}{% endcapture %}{{ c }}{{ c | size }}{% assign y = s | later %}{{ y }}{% echo p %}{% cycle p, slow %}{% cycle p, slow %}`,
  'dynamic keys': '{{ object[key] }}{{ object[key][0] }}',
  partials: `{% render "part", v: p %}{% include "part" with slow, v: s %}{% render "part" for items as v %}${long()}{% render name %}`,
  layouts: `{% layout "base", a: p %}{{ slow }}{% block title %}{{ p }}{% endblock %}{% block body %}{{ block.super }}{{ slow }}${long('body')}{% for i in items %}{{ i }}{% endfor %}{% endblock %}`
}
const files = {
  'part.liquid': `(${long('part')}{{ v }}{{ part }}{{ v | later }})`,
  'base.liquid': `${long('base')}{% block title %}{% endblock %}{{ a }}{% block body %}[{{ slow }}${long('super')}]{% endblock %}${long('end')}`
}

module.exports = [
  ...Object.entries(pages).flatMap(([name, page]) => [{}, { outputEscape: 'escape' }, { catchAllErrors: true }]
    .map((options) => ({ name: `async ${name} ${JSON.stringify(options)}`, page, files, options, setUp, locals: () => ({ ...locals(), name: later('part') }) }))),
  { name: 'async outputEscape', page: `{{ s }}{{ p }}{% echo s %}{% cycle s, p %}${long()}`, options: { outputEscape: async (value) => `{${value}}` }, locals },
  { name: 'a promise that is rejected', page: `${long()}a\n{{ p }}`, locals: rejected(new Error('Rejected')), throws: true },
  { name: 'a promise that is rejected with a string', page: 'a\n{{ s }}{{ p }}', locals: rejected('text'), throws: true },
  { name: 'a promise that is rejected in a loop', page: 'a\n{% for i in (1..3) %}{{ later }}{% if p %}x{% endif %}{% endfor %}', locals: rejected(new TypeError('In a loop')), throws: true },
  { name: 'a promise that is rejected in a path', page: '{{ p.a.b }}', locals: rejected(new TypeError('In a path')), throws: true },
  { name: 'a promise that is rejected, after one that is not', page: '{{ later }}\n{% assign x = p %}', locals: rejected(new TypeError('AsyncChunk')), throws: true },
  { name: 'a filter that rejects', page: 'a\n {{ s | rejects }}', setUp, locals, throws: true },
  { name: 'a filter that rejects with nothing', page: 'a\n {{ s | rejectsNothing }}', setUp, locals, throws: true },
  { name: 'a filter that rejects with nothing, in a block', page: 'a\n {% if s %}{{ s | rejectsNothing }}{% endif %}', setUp, locals, throws: true },
  { name: 'an argument that rejects', page: '{{ s | append: p }}', locals: rejected(new Error('Argument')), throws: true },
  { name: 'strict, later', page: '{{ object.a }}{{ object.missing }}', options: { strictVariables: true }, locals, throws: true },
  { name: 'strict, later, deep', page: '{{ object.a[1].missing.x }}', options: { strictVariables: true }, locals, throws: true },
  { name: 'strict and lenient, later', page: '{{ object.missing | default: p }}{% if object.missing %}a{% else %}b{% endif %}', options: { strictVariables: true, lenientIf: true }, locals },
  { name: 'all errors, later', page: '{{ p }}\n{{ s | rejects }}\n{{ slow }}{% if s %}{{ s | rejects }}{% endif %}', options: { catchAllErrors: true }, setUp, locals, throws: true }
]
