'use strict'

const { long } = require('../long')

const fail = () => { throw new TypeError('Failed') }
const locals = () => ({
  s: '<s>',
  n: 1,
  list: [1, 2],
  fails: fail,
  object: { get x () { return fail() }, fn: fail, y: { toString: fail } },
  text: { toString: fail },
  nothing: () => { throw undefined }, // eslint-disable-line no-throw-literal
  words: () => { throw 'words' } // eslint-disable-line no-throw-literal
})

const unparsable = [
  '{% if %}', '{% if s %}', '{% if s %}{% elsif %}', '{% endif %}', '{% else %}', '{% if s %}{% else x %}{% endif %}', '{% if s %}{% else %}{% else %}{% endif %}', '{% if s %}{% else %}{% elsif s %}{% endif %}',
  '{% for %}{% endfor %}', '{% for i on list %}{% endfor %}', '{% for i in list %}', '{% for i in %}{% endfor %}', '{% unless s %}', '{% case s %}{% when 1 %}', '{% case s %}{% when %}{% endcase %}', '{% capture %}{% endcapture %}', '{% capture x %}',
  '{% assign %}', '{% assign x %}', '{% assign 1 %}', '{% cycle %}', '{% tablerow i of list %}{% endtablerow %}', '{% tablerow i in list %}', '{% raw %}', '{% comment %}', '{% render %}', '{% include %}', '{% layout %}', '{% block a %}', '{% bad %}', '{% %}', '{%',
  '{{', '{{ s', '{{ s }', '{{ s | }}', '{{ s | a: }}', '{{ "s }}', '{{ s[ }}', '{% # a\nb %}', '{% liquid\n bad\n%}', '{% liquid\n if s\n%}', '{% increment %}', '{% echo "%}', '{{ s s }}', '{{ s == }}', '{% if s == %}{% endif %}'
]

const failing = [
  '{{ fails }}', '{{ object.x }}', '{{ object.fn }}', '{{ object.y }}', '{{ text }}', '{{ s | append: fails }}', '{{ s | append: text }}', '{{ text | upcase }}', '{{ object.x | default: 1 }}', '{{ nothing }}', '{{ words }}', '{{ s | divided_by: 0 | date: "%" | json }}',
  '{% if fails %}{% endif %}', '{% if s == fails %}{% endif %}', '{% for i in fails %}{% endfor %}', '{% for i in list %}{% if i == 2 %}{{ fails }}{% endif %}{% endfor %}', '{% for i in list limit: fails %}{% endfor %}', '{% assign x = fails %}', '{% capture x %}{{ fails }}{% endcapture %}',
  '{% echo fails %}', '{% cycle fails, s %}', '{% case fails %}{% endcase %}', '{% case s %}{% when fails %}{% endcase %}', '{% unless fails %}{% endunless %}', '{% tablerow i in fails %}{% endtablerow %}', '{% tablerow i in list %}{{ fails }}{% endtablerow %}',
  '{% include fails %}', '{% include "part", a: fails %}', '{% render "part", a: fails %}', '{% include "part" %}', '{% render "part" with fails as x %}', '{% render "part" for fails as x %}', '{% layout fails %}', '{% layout "part", a: fails %}', '{% layout "part" %}{{ fails }}', '{% block b %}{{ fails }}{% endblock %}',
  '{% liquid\n echo fails\n%}', '{{ object[fails] }}', '{{ fails[0] }}', '{% increment fails %}{{ fails.x }}', '{{ list | map: text }}', '{{ list | sort: fails }}', '{{ list | where_exp: "i", "i.x |" }}', '{{ "x" | date: fails }}'
]

const silent = ['{{ s | divided_by: 0 | date: "%" | json }}', '{% increment fails %}{{ fails.x }}', '{{ s | a: }}', '{% assign 1 %}']

module.exports = [
  ...unparsable.map((page) => ({ name: `cannot be parsed: ${page}`, page: `${long()}\n ${page}\n\n{{ n }}`, locals, throws: undefined })),
  ...failing.map((page) => ({ name: `fails: ${page}`, page: `${long()}\n\n  ${page}\n{{ n }}`, files: { 'part.liquid': 'part\n {{ fails }}' }, locals, throws: silent.includes(page) ? false : undefined })),
  ...failing.map((page) => ({ name: `fails, and is collected: ${page}`, page: `${long()}\n\n  ${page}\n{{ n }}{{ fails }}`, files: { 'part.liquid': 'part\n {{ fails }}' }, options: { catchAllErrors: true }, locals, throws: !page.startsWith('{% increment') })),
  { name: 'the first error counts', page: '{{ n }}{{ fails }}{{ object.x }}', locals, throws: true },
  { name: 'fails after text', page: `${long()}{{ n }}${long()}{{ fails }}`, locals, throws: true }
]
