'use strict'

const { long } = require('../long')

const doctypes = [
  'html', 'xml', 'transitional', 'strict', 'frameset', '1.1', 'basic', 'mobile', 'plist',
  'html PUBLIC "-//W3C//DTD XHTML Basic 1.1//EN"', ''
]

module.exports = [
  { name: 'empty template', page: '' },
  { name: 'blank lines only', page: '\n\n  \n' },
  { name: 'one tag', page: 'p' },
  { name: 'nested tags', page: `ul\n  li Item A ${long()}\n  li Item B\n  li\n    a(href="#")\n      b c` },
  { name: 'void tags', page: 'img\nbr\ninput(disabled)\nlink(rel="x")\nmeta(charset="utf-8")' },
  { name: 'block expansion', page: `a: img\nul\n  li: a(href="/"): b ${long()}` },
  { name: 'self-closing tags', page: "foo/\nfoo(bar='baz')/\nimg/" },
  { name: 'doctype before void tags', page: 'doctype html\nimg\nfoo/\ninput(checked)' },
  { name: 'class and id literals', page: `a.button\n.content\n#main.a.b(class="c")\na#b.c ${long()}` },
  { name: 'indentation by tabs', page: `div\n\tp ${long()}\n\t\tb x` },
  { name: 'dotted block', page: `script.\n  if (usingPug)\n    console.log('${long()}')\n  else\n    x < y && z` },
  { name: 'nested dotted block', page: `div\n  p This text belongs to the paragraph.\n  br\n  .\n    ${long()}\n    after` },
  { name: 'whitespace-sensitive tags', page: `div\n  pre\n    code.\n      a\n        b ${long()}\n  textarea= x`, locals: () => ({ x: ' <x>\n' }) },
  { name: 'inline and block tags', page: `p\n  em a\n  | b\n  strong\n    i c\n  div ${long()}\ndiv\n  div` },
  { name: 'comments', page: `// a comment ${long()}\n//- not shown ${long()}\np x\n//\n  a block\n    comment ${long()}\n//-\n  hidden\nbody\n  //if IE 8\n  <!--[if IE 8]>\n  <b>\n  <![endif]-->` },
  { name: 'literal HTML', page: `<div class="x">\n  p inside\n</div>\n<!-- ${long()} -->` },
  { name: 'html tag without doctype', page: `html\n  head\n    title x\n  body\n    p ${long()}` },
  { name: 'dynamic tag names', page: `#{tag}(x='1').a ${long()}\n#{'b'}\n#{tag}/\np #[#{'i'} y]`, locals: () => ({ tag: 'h1' }) },
  { name: 'dynamic tag names that are numbers', page: '#{a}\n#{b}', locals: () => ({ a: 1, b: 2 }) },
  { name: 'namespaced tags', page: `fb:user:role.x(a:b='c')\nsvg: use(xlink:href='#a')\n//- ${long()}` },
  { name: 'CRLF and BOM', page: `\uFEFFdiv\r\n  p ${long()}\r\n  p= x\r\n`, locals: () => ({ x: '\r\n' }) },
  ...doctypes.map((doctype) => ({
    name: `doctype ${doctype}`,
    page: `doctype ${doctype}\nhtml\n  head\n    link(rel='x' disabled)\n  body\n    br\n    input(checked=a)\n    p ${long()}`,
    locals: () => ({ a: true })
  }))
]
