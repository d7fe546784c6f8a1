'use strict'

const path = require('node:path')
const { expressFunction } = require('../../test/support/express-function')
const { partialsOf, read } = require('./files')

/** @returns {(file: string) => (locals: object) => string} */
function renderWith (partials) {
  const Mustache = require('mustache')
  return (file) => {
    const source = read(file)
    return (locals) => Mustache.render(source, locals, partials)
  }
}

module.exports = {
  syntax: {
    extension: 'mustache',
    print: '{{NAME}}',
    printItem: '{{REST}}',
    printArgument: '{{REST}}',
    each: ['{{#LIST}}', '{{/LIST}}'],
    if: ['{{#NAME}}', '{{/NAME}}'],
    some: ['{{#NAME.length}}', '{{/NAME.length}}'],
    include: '{{> NAME}}'
  },
  engine: ([views]) => ({ prepare: renderWith(partialsOf(views)) }),
  projectEngine ([root], files) {
    const partials = Object.fromEntries(files.map((file) => [path.relative(root, file).replace(/\.\w+$/, ''), read(file)]))
    return { instance: require('mustache'), prepare: renderWith(partials), isCallable: () => false }
  },
  packages: {
    mustache: {
      setUp (app) {
        const prepare = renderWith()
        const views = {}
        app.engine('mustache', expressFunction((file, locals) => (views[file] ??= prepare(file))(locals)))
        return require('mustache')
      }
    }
  }
}
