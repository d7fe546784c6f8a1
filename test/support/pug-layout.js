'use strict'

const words = 'A layout has its navigation, its scripts and a footer, and no page changes a word of it. '

const list = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join('\n')

/**
 * Views of a site: a page that extends a layout, which includes a navigation and a footer, and a mixin.
 */
module.exports = {
  'page.pug': `extends layout

block title
  title= title

block content
  include mixins
  h1= title
  +panel(title)
    p= text
    each item in items
      li= item
`,
  'layout.pug': `doctype html
html(lang='en')
  head
    meta(charset='utf-8')
    block title
${list(10, (i) => `    link(rel='stylesheet' href='/css/${i}.css')`)}
    style.
${list(40, (i) => `      .rule-${i} { color: rgb(${i}, ${i}, ${i}); margin: 0 auto; }`)}
  body
    include nav
    main
      block content
    include foot.html
    script.
${list(40, (i) => `      register(${i}, function () { return "${words}" && ${i} < 3 })`)}
`,
  'nav.pug': `nav\n  ul\n${list(30, (i) => `    li: a(href='/section/${i}' class=['link', 'link-${i}']) Section ${i}`)}`,
  'foot.html': `<footer>${words.repeat(30)}</footer>`,
  'mixins.pug': `mixin panel(name)\n  .panel\n    .panel-head\n      h2= name\n      p ${words.repeat(10)}\n    .panel-body\n      block\n    .panel-foot ${words.repeat(10)}\n`
}
