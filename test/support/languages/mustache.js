'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: false,
  promises: {
    mustache: {
      views: { printed: '[{{x}}][{{{x}}}]', used: '[{{{view}}}]{{#lambda}}{{{x}}}{{/lambda}}{{#x}}y{{/x}}{{flash}}', unused: '{{flash}}' }
    }
  },
  create (folder) {
    const read = (view) => fs.readFileSync(path.join(folder, `${view}.mustache`), 'utf8')
    return { render: (view, locals) => require('mustache').render(read(view), locals, read) }
  }
}
