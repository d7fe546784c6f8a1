'use strict'

const sources = {
  'inconsistent indentation': 'div\n    p\n  b\n   i',
  'tabs and spaces': 'div\n  p\n\tb',
  'unclosed attributes': 'p(a=1',
  'a bad expression': 'p= a b',
  'a bad interpolation': 'p #{a b}',
  'an unclosed interpolation': 'p #{a',
  'a bad attribute': 'p(a=1 b=)',
  'a bad condition': 'if (',
  'else alone': 'else\n  p',
  'a self-closing tag with content': 'img x',
  'a duplicate attribute': 'p(a=1 a=2)',
  'bad code': '- if (',
  'bad code that closes': '- }\np',
  'a bad each': 'each x\n  p',
  'a bad mixin': 'mixin a b\n  p',
  'an odd character': 'p\n  @!x',
  'a block in an unknown place': 'p\n  when 1',
  'extends not first': 'p\nextends x',
  'an include without a name': 'include',
  await: 'p= await x',
  import: '- import x from "x"\np',
  'an unbalanced brace in code': '- function f () {\np x'
}

module.exports = Object.entries(sources).map(([name, page]) => ({ name: `syntax error: ${name}`, page: `p first\n${page}`, throws: true }))
