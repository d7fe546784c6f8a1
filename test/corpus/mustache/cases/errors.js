'use strict'

const templates = {
  'an unclosed tag': 'a\n{{x',
  'an unclosed raw tag': '{{{x}}',
  'an unclosed comment': 'a {{! x',
  'an unclosed section': 'a {{#x}} b',
  'an unclosed inverted section': 'a {{^x}} b',
  'a section that was not opened': 'a\n {{/x}} b',
  'sections that cross': '{{#a}}{{#b}}{{/a}}{{/b}}',
  'delimiters that are no pair': '{{=<%=}}',
  'no delimiters': '{{= =}}',
  'unclosed delimiters': '{{=<% %>'
}

module.exports = [
  ...Object.entries(templates).map(([name, page]) => ({ name, page, throws: true })),
  { name: 'in a getter', page: 'a{{x}}', locals: [() => ({ get x () { throw new TypeError('from a getter') } })], throws: true },
  { name: 'in toString', page: 'a{{x}}', locals: [{ x: { toString () { throw new TypeError('from toString') } } }], throws: true },
  { name: 'in toString, raw', page: 'a{{{x}}}', locals: [{ x: { toString () { throw new TypeError('from toString') } } }], throws: true }
]
