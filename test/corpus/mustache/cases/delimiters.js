'use strict'

const tags = ['<%', '%>']

module.exports = [
  { name: 'changed', page: '{{x}}{{=<% %>=}}<%x%>{{x}}<%={{ }}=%>{{x}}', locals: [{ x: '<' }] },
  { name: 'changed, raw values', page: '{{=<% %>=}}<%{x}%><%& x %>', locals: [{ x: '<' }] },
  { name: 'changed, special characters', page: '{{=| |=}}|x|{{=.* +?=}}', locals: [{ x: '<' }] },
  { name: 'of characters that a RegExp reads', page: '{{=.* +?=}}.*x+?{{x}}', locals: [{ x: 1 }] },
  { name: 'changed within a section', page: '{{#s}}{{=| |=}}|x||/s||x|', locals: [{ s: true, x: 1 }] },
  { name: 'alone on a line', page: 'a\n  {{=| |=}}\n|x|', locals: [{ x: 1 }] },
  { name: 'changed between text', page: '<b>{{=| |=}}</b>|={{ }}=|<i></i>' },
  { name: 'as an option', page: '<%x%>{{x}}<%>part%><%#f%><%x%>{{x}}<%/f%>', partials: { part: '<%x%>{{x}}\n' }, options: { tags }, locals: [{ x: 1, f: () => (text, render) => render(text) }] },
  { name: 'as an option that is no pair', page: '{{x}}', options: { tags: ['<%'] }, throws: true },
  { name: 'as an option that is no list', page: '{{x}}', options: { tags: '<% %>' }, throws: true },
  { name: 'never from locals', page: '{{x}}<%x%>', locals: [{ x: 1, tags, config: { tags }, escape: () => 'no' }] },
  { name: 'escape as an option', page: '{{x}}{{{x}}}{{n}}{{none}}{{o}}', options: { escape: (value) => `${typeof value}(${value})` }, locals: [{ x: '<', n: 5, o: [1] }] },
  { name: 'escape as an option that gives nothing', page: '[{{x}}]', options: { escape () {} }, locals: [{ x: '<' }] },
  { name: 'escape as an option that is no function', page: '[{{x}}]', options: { escape: 'none' }, locals: [{ x: '<' }], throws: true },
  { name: 'escape as an option in a lambda', page: '{{#f}}{{x}}{{/f}}', options: { escape: (value) => `(${value})` }, locals: [{ x: '<', f: () => (text, render) => render(text) + render(`{{x}}${text}`) }] }
]
