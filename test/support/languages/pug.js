'use strict'

const path = require('node:path')

const indent = (text) => text.replace(/^/gm, '  ')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  // In text, which a line of HTML is as well.
  print: (name) => `#{${name}}`,
  raw: (name) => `!{${name}}`,
  include: (view) => `\ninclude ${view}\n`,
  laidOut: (before, content, after) => ({
    page: `extends layout\nblock body\n  ${content}`,
    layout: `| ${before}\nblock body\n| ${after}`
  }),
  listing: (before) => ({ page: `${before}\nh1= title\neach item in items\n  include item`, item: 'li= item' }),
  varied: (long) => ({
    page: `mixin note(a)\n  i= a\n  block\nh1= name\nblock content\nif list\n  ul\n    each item in list\n      li= item\n  +note('x')\n    b bold\n!= raw\np.\n${indent(long)}\ninclude part\n`,
    part: 'p part\n'
  }),
  missing: { ':euros\n  1': '--options', 'p= euros(1)': '--data' },
  titled: (long) => ({ page: `p ${long}\nmixin m(y)\n  b= y\np= title\np!= title\n+m(title)\np(title=title)` }),
  optionLocals: ['self', 'pretty', 'doctype', 'globals', 'filters', 'plugins', 'basedir', 'debug', 'compileDebug'],
  promises: {
    pug: {
      views: { printed: '| [#{x}][!{x}]\na(title=x)', used: '| [!{sanitize(x)}]\nif x\n  | y\n= flash()', unused: '= flash()' }
    }
  },
  create: (folder) => ({ render: (view, locals) => require('pug').renderFile(path.join(folder, `${view}.pug`), locals) }),
  express: {
    pug: { setUp: (app) => app.engine('pug', require('pug').__express) }
  },
  setUpChanged (app) {
    const pug = require('pug')
    const { __express } = pug
    pug.__express = function () { return __express.apply(this, arguments) }
    app.engine('pug', pug.__express)
  }
}
