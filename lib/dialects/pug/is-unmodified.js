'use strict'

const { strippedCodeOf } = require('../../util/code-digest')
const { memoize } = require('../../util/memoize')

/** Parts of Pug's functions since Pug 3, whose calls only Pug can make. No digests: each release differs elsewhere. */
const CODE = {
  compile: /=compileBody\(str,\{compileDebug:options\.compileDebug!==false,/,
  compileClientWithDependenciesTracked: /=compileBody\(str,\{compileDebug:options\.compileDebug,/,
  renderFile: /handleTemplateCache\(options\)\(options\);\}$/,
  __express: /exports\.renderFile\(path,options,fn\);\}$/
}

/** Each render asks for it. */
const cachedCodeOf = memoize(strippedCodeOf)

function isUnmodified (engine) {
  return isOfPug(engine, 'compile') && isOfPug(engine, 'compileClientWithDependenciesTracked')
}

function isOfPug (engine, name) {
  const fn = engine[name]
  return typeof fn === 'function' && CODE[name].test(cachedCodeOf(fn))
}

/** Returns the runtime of an unmodified engine: Pug itself does not use `engine.runtime`, which apps can replace. */
const runtimeOf = memoize((engine) => {
  let runtime
  engine.compile('- take(pug)', { compileDebug: false })({ take (found) { runtime = found } })
  return runtime
})

module.exports = { isOfPug, isUnmodified, runtimeOf }
