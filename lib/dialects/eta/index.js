'use strict'

const fs = require('node:fs')
const { Includes } = require('./includes')
const { filepathOf, instanceFor, isInstance, isPackage } = require('./instances')
const { Page } = require('./printed-text')
const { Variant } = require('./variant')

/**
 * Compiles an Eta template. Eta itself turns it into JavaScript, with its own checks, plugins and errors; what that
 * code writes to a string is made to go to the splicer.
 *
 * Eta compiles a template when it is rendered, and twice if it is included both by `include` and by `includeAsync`;
 * so the program compiles what it is used as.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine an instance of Eta, or the `eta` package of the app
 * @param {object} context.options `async`: render as `renderAsync` does; all others
 *   are those of Eta's constructor, where the engine is the package
 * @param {(filename: string) => import('../../template').Template} context.load
 *   gives the template of an included file
 * @returns {import('../../template').Program & { variant: (async: boolean) => Variant }}
 */
function compile (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, filename, options)
  const filepath = filepathOf(filename, instance)
  const includes = new Includes(instance, load, filepath, options.cache)
  const async = Boolean(options.async)
  const variants = [undefined, undefined]

  const variant = (async) => {
    const known = variants[Number(async)]
    if (known !== undefined && !known.isStale) return known
    return (variants[Number(async)] = new Variant(source, instance, { async, filepath }, includes))
  }

  const program = (out, locals) => variant(async).write(out, locals, { async, filepath }, new Page(out))
  return Object.assign(program, { variant, isLeft: () => variant(async).reason !== undefined })
}

/**
 * Reads a template as Eta does.
 *
 * @throws {Error} Eta's own if there is no such file
 */
function readSource (filename, engine) {
  const instance = instanceFor(engine, filename, {})
  return instance.readFile ? instance.readFile(filename) : fs.readFileSync(filename, 'utf8')
}

/** Whether it is the exports of an `eta` package, or an instance of Eta. */
function accepts (engine) {
  return isInstance(engine) || isPackage(engine)
}

module.exports = {
  name: 'eta',
  package: 'eta',
  extensions: ['.eta'],
  compile,
  read: readSource,
  accepts,
  asyncChunks: true
}
