'use strict'

const fs = require('node:fs')
const path = require('node:path')

/** @type {import('.').Language} */
module.exports = {
  generatesCode: false,
  create (folder) {
    const read = (view) => fs.readFileSync(path.join(folder, `${view}.mustache`), 'utf8')
    return { render: (view, locals) => require('mustache').render(read(view), locals, read) }
  }
}
