'use strict'

const writer = require('./pug-writer')

const compilerWith = (options) => (file) => require('pug').compileFile(file, options)

/** Filters that projects have: they print their text. */
const filters = Object.fromEntries(['markdown', 'markdown-it', 'cdata', 'babel', 'stylus'].map((name) => [name, (text) => text]))

module.exports = {
  syntax: writer,
  engine ([, texts]) {
    const options = { basedir: texts, compileDebug: false }
    return { options, prepare: compilerWith(options) }
  },
  projectEngine ([root]) {
    const options = { basedir: root, compileDebug: false, filters }
    const instance = require('pug')
    return {
      instance,
      options,
      prepare: compilerWith(options),
      setUp: (app, extension) => app.engine(extension, (file, locals, done) => instance.__express(file, Object.assign(locals, options), done)),
      isCallable: () => true
    }
  },
  packages: { pug: {} }
}
