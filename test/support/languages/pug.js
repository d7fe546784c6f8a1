'use strict'

const path = require('node:path')

const indent = (text) => text.replace(/^/gm, '  ')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: true,
  varied: (long) => ({
    page: `mixin note(a)\n  i= a\n  block\nh1= name\nblock content\nif list\n  ul\n    each item in list\n      li= item\n  +note('x')\n    b bold\n!= raw\np.\n${indent(long)}\ninclude part\n`,
    part: 'p part\n'
  }),
  optionLocals: ['self', 'pretty', 'doctype', 'globals', 'filters', 'plugins', 'basedir', 'debug', 'compileDebug'],
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
