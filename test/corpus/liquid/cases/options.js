'use strict'

const { long } = require('../long')

const locals = () => ({ s: '<s>', n: 1, list: [1, 2], object: { a: 1 }, date: new Date(0) })
const page = `{{ s }}{{ object.a }}{% if n == 1 %}${long()}{{ s | upcase }}{% endif %}{% for i in list reversed offset: 1 %}{{ i }}{% endfor %}{{ s | escape }}{{ s | raw }}{% echo s %}{% cycle s, n %}{{ list | json }}{% assign x = s %}{{ x }}{% capture c %}{{ s }}{% endcapture %}{{ c }}{{ c | raw }}`

const options = [
  { cache: true }, { cache: 1 }, { cache: false }, { outputEscape: 'escape' }, { outputEscape: 'json' }, { outputEscape: (value) => `{${value}}` }, { strictFilters: true }, { strictVariables: true }, { catchAllErrors: true },
  { lenientIf: true }, { jsTruthy: true }, { ownPropertyOnly: false }, { preserveTimezones: true }, { orderedFilterParameters: true }, { groupedExpressions: true }, { dynamicPartials: false }, { globals: { s: 'global' } }
]

const strict = { strictVariables: true }

module.exports = [
  ...options.map((options) => ({ name: `options ${JSON.stringify(options)}`, page, options, locals, spliced: true })),
  { name: 'grouped expressions', page: '{% if (n == 1 or n == 2) and (s == "x") %}a{% else %}b{% endif %}{{ (n | plus: 1) }}{% assign x = (list | first) %}{{ x }}{{ s | append: (n | plus: 2) }}', options: { groupedExpressions: true }, locals },
  { name: 'grouped expressions with a filter that is not there', page: '{{ s | append: (n | nothing) }}', options: { groupedExpressions: true, strictFilters: true }, locals, throws: true },
  { name: 'dates', page: '{{ date | date }}{{ date | date: "%d %b %Z" }}{{ "2020-01-02T03:04:05+08:00" | date: "%H %z" }}', options: { timezoneOffset: 'Asia/Tokyo', dateFormat: '%Y %H', locale: 'de' }, locals },
  { name: 'strict filter', page: `${long()}\n{{ s | nothing }}`, options: { strictFilters: true }, locals, throws: true },
  { name: 'strict variable', page: `${long()}\n  {{ missing }}`, options: strict, locals, throws: true },
  { name: 'strict variable, deep', page: 'a\n{{ object.a }}{{ object.b.c }}', options: strict, locals, throws: true },
  { name: 'strict variable, size', page: 'a\n{{ missing.size }}', options: strict, locals, throws: true },
  { name: 'strict variable with an argument', page: '{{ s | append: object.b }}', options: strict, locals, throws: true },
  { name: 'strict variable with default', page: '{{ missing | default: 1 }}', options: strict, locals, throws: true },
  { name: 'strict variable in if', page: '{% if missing %}{% endif %}', options: strict, locals, throws: true },
  { name: 'strict variable in for', page: '{% for i in missing %}{% endfor %}', options: strict, locals, throws: true },
  { name: 'strict variable in render', page: '{% render "part" %}', files: { 'part.liquid': 'a\n{{ s }}' }, options: strict, locals, throws: true },
  { name: 'lenient', page: '{% if missing %}a{% else %}b{% endif %}{{ missing | default: "c" }}{{ object.b.c | default: s }}{% unless object.x %}d{% endunless %}{% assign x = missing %}{% case missing %}{% when 1 %}{% else %}e{% endcase %}', options: { ...strict, lenientIf: true }, locals },
  { name: 'lenient, but not with others', page: '{{ missing | upcase | default: 1 }}', options: { ...strict, lenientIf: true }, locals, throws: true },
  { name: 'strict and a value of undefined', page: '{{ u }}', options: strict, locals: () => ({ u: undefined }), throws: true },
  { name: 'strict and null', page: '{{ nil }}{{ list[1] }}{{ list.first }}{{ s.size }}', options: strict, locals: () => ({ ...locals(), nil: null }) },
  { name: 'strict and null, deeper', page: '{{ no.a }}', options: strict, locals: () => ({ no: null }), throws: false },
  { name: 'all errors', page: '{{ s }}\n{{ missing }}\n{% if missing %}x{% endif %}{{ s | append: missing }}{% for i in list %}{{ i }}{{ missing }}{% endfor %}', options: { ...strict, catchAllErrors: true }, locals, throws: true },
  { name: 'all errors of parsing', page: '{% bad %}\n{{ s }}{% worse %}{% if %}', options: { catchAllErrors: true }, locals, throws: true }
]
