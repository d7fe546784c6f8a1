'use strict'

const { long } = require('../long')

const layout = `doctype html
html
  head
    title My Site - #{title}
    block scripts
      script(src='/jquery.js')
  body
    p ${long('layout')}
    block content
      p default ${long('default')}
    block foot
      #footer
        p some footer content ${long('footer')}
`
const locals = () => ({ title: '<T>', pets: ['cat', '<dog>'], n: 1 })

module.exports = [
  { name: 'include', page: `html\n  include includes/head\n  body\n    p ${long()}\n    include includes/foot.pug`, files: { 'includes/head.pug': `head\n  title= title\n  p ${long('head')}`, 'includes/foot.pug': `footer #{n} ${long('foot')}` }, locals, spliced: true },
  { name: 'include of text', page: 'style\n  include style.css\nscript\n  include script.js\ninclude page.html', files: { 'style.css': `p { color: red }\n/* ${long()} */`, 'script.js': 'alert("<x>" && `#{title}`)\r\n', 'page.html': '\uFEFF<b>é</b>' }, locals, spliced: true },
  { name: 'include with a filter', page: 'p\n  include:shout text.txt', files: { 'text.txt': `text ${long()}` }, options: { filters: { shout: (text) => text.toUpperCase() } } },
  { name: 'include with a block', page: `include wrap\n  p inside ${long('in')}\ninclude yields\n  b here`, files: { 'wrap.pug': `div\n  p ${long()}\n  yield\n  p after`, 'yields.pug': 'section\n  i' } },
  { name: 'include in loops, conditions and mixins', page: 'mixin m(x)\n  include item\neach x in pets\n  include item\nif n\n  +m(\'<m>\')', files: { 'item.pug': `p #{x} ${long()}` }, locals },
  { name: 'include of mixins', page: 'include mixins\n+pet("<x>")\n  b y', files: { 'mixins.pug': `mixin pet(name)\n  p= name\n  p ${long()}\n  block` } },
  { name: 'include of the root', page: 'include /shared/a\np x', files: { 'shared/a.pug': `b a ${long()}\ninclude /shared/b`, 'shared/b.pug': 'i b' }, options: { basedir: '' } },
  { name: 'include of the root without basedir', page: `p ${long()}\ninclude /shared/a`, throws: true },
  { name: 'include that is missing', page: `p ${long()}\ninclude missing`, throws: true },
  { name: 'include with a syntax error', page: `p ${long()}\ninclude bad`, files: { 'bad.pug': 'p\n  a(b' }, throws: true },
  { name: 'include that throws', page: `p ${long()}\n\ninclude bad`, files: { 'bad.pug': `p\np ${long()}\n\np= n.x.y\n\np z` }, locals, throws: true },
  { name: 'extends', page: `extends layout\nblock scripts\n  script(src='/pets.js')\nblock content\n  h1= title\n  each pet in pets\n    p= pet\n  p ${long()}`, files: { 'layout.pug': layout }, locals, spliced: true },
  { name: 'extends with defaults', page: 'extends layout', files: { 'layout.pug': layout }, locals, spliced: true },
  { name: 'extends with code and mixins', page: `extends layout\nmixin m\n  - var x = '<x>'\n  p= x\n  p ${long('m')}\nblock content\n  +m`, files: { 'layout.pug': layout }, locals, spliced: true },
  { name: 'extends with code at the top', page: 'extends layout\n- var x = 1\nblock content', files: { 'layout.pug': layout }, throws: true },
  { name: 'extends twice', page: `extends sub\nblock sidebar\n  p= n\nblock primary\n  p ${long('primary')}`, files: { 'layout.pug': layout, 'sub.pug': `extends layout\nblock content\n  .sidebar\n    block sidebar\n      p nothing\n  .primary\n    block primary\n      p nothing ${long('sub')}` }, locals, spliced: true },
  { name: 'append and prepend', page: `extends layout\nblock append scripts\n  script(src='/append.js')\nprepend content\n  p first ${long('first')}\nappend content\n  p last #{n}\nblock prepend foot\n  b`, files: { 'layout.pug': layout }, locals, spliced: true },
  { name: 'append in a chain', page: 'extends sub\nappend content\n  p page', files: { 'layout.pug': layout, 'sub.pug': `extends layout\nappend content\n  p sub ${long('sub')}` }, locals },
  { name: 'extends and includes', page: 'extends layouts/main\nblock content\n  include ../page-part/part', files: { 'layouts/main.pug': `div\n  include parts/nav\n  block content\n  p ${long()}`, 'layouts/parts/nav.pug': 'nav= title' }, locals, throws: true },
  { name: 'blocks in a page that extends nothing', page: `block a\n  p ${long()}\nblock b` },
  { name: 'extends with content at the top', page: `extends layout\np not allowed ${long()}`, files: { 'layout.pug': layout }, throws: true },
  { name: 'extends a block that is not there', page: `extends layout\nblock other\n  p ${long()}`, files: { 'layout.pug': layout }, locals, throws: true }
]
