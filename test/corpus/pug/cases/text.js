'use strict'

const { long } = require('../long')

const locals = () => ({ title: '<Title>', msg: 'not my inside voice', riskyBubble: '<em>Some of the girls</em>', n: 5, nil: null, u: undefined, zero: 0, no: false, o: { toString: () => '<o>' }, list: [1, '<2>'] })

module.exports = [
  { name: 'piped', page: `p\n  | The pipe always goes ${long()}\n  | at the beginning\n  |\n  | of its line.` },
  { name: 'interpolation, escaped', page: `h1= title\np Written with #{msg.toUpperCase()} by #{title} ${long()}\np #{'}'} #{n + 1}`, locals },
  { name: 'interpolation, unescaped', page: `p !{riskyBubble} and !{n}${long()}!{list}`, locals },
  { name: 'interpolation, not one', page: `p Escaping \\#{msg} and \\!{msg} and \\#[b x] # {x} ${long()}`, locals },
  { name: 'interpolation in long text', page: `p ${long('1')} #{title} ${long('2')} !{riskyBubble} ${long('3')}`, locals, spliced: true },
  { name: 'interpolation in attributes by template literals', page: `a(href=\`/\${n}/\` title="#{n}") ${long()}`, locals },
  { name: 'tag interpolation', page: `p.\n  This is a #[strong(class="c") long] paragraph ${long()} #[em foo #[b= title]]\n  #[q(lang="es") ¡Hola!]`, locals },
  { name: 'values that are nothing', page: `p= nil\np= u\np= zero\np= no\np!= nil\np!= u\np!= zero\np!= no\n| #{nil}#{u}#{zero}#{no}!{nil}!{u} ${long()}`, locals },
  { name: 'values that are objects', page: 'p= o\np!= o\np= list\np!= list\np #{o} !{list}', locals },
  { name: 'values next to each other', page: '!= n\n!= n\n!= n', locals },
  { name: 'values next to each other, escaped', page: '= n\n= n\n= n\n!= n', locals },
  { name: 'values next to each other before long text', page: `!= n\n!= n\n<p>${long()}</p>\n!= n\n!= n`, locals },
  { name: 'values next to each other in a tag', page: `p\n  != n\n  != n\n  = n\n  = title\np ${long()}\n!= n`, locals },
  { name: 'more than a hundred values', page: Array.from({ length: 260 }, (_, i) => `| a#{n}b!{n + ${i}}`).join('\n'), locals },
  { name: 'Unicode', page: `p 你好 ${'世界'.repeat(200)} 😀 #{x} \u2028\u2029 é`, locals: () => ({ x: '世😀\u2028' }) },
  { name: 'a surrogate pair in two pieces', page: `p ${long('1')}\\uD83D\n!= '${'\\uD83D'}' + ''\n!= low\np ${long('2')}`, locals: () => ({ low: '\uDE00' }) },
  { name: 'half a character in static text', page: `p= a\n| ${long()}\uD83D\n!= low\n| \uDE00${long()}`, locals: () => ({ a: 1, low: '\uDE00' }) },
  { name: 'half a character at the end of a constant', page: `!= "${long()}\\uD83D"\n!= low`, locals: () => ({ low: '\uDE00' }) },
  { name: 'quotes, backslashes and closing tags', page: `p "a" 'b' \\n \\\\ \`c\` \${d} </script> <!-- ${long('"\\')}` },
  ...[254, 255, 256, 257].map((length) => ({ name: `${length} bytes`, page: `| ${'a'.repeat(length)}\n= n\n| ${'é'.repeat(length / 2)}`, locals }))
]
