'use strict'

const path = require('node:path')
const instance = require('pug')

/** @returns {Partial<import('.').Facts>} */
module.exports = ({ shout }) => ({
  create (folder, cache) {
    instance.cache = {}
    const filename = (view) => path.join(folder, `${view}.pug`)
    return { instance, render: (view, locals) => instance.renderFile(filename(view), { ...locals, cache }) }
  },
  shared: () => [instance, instance.runtime],
  conclusions: {
    'Values are escaped by the runtime of Pug': { 'runtime.escape': ({ instance }) => shout(instance.runtime, 'escape') },
    'Attributes are written by the runtime of Pug': Object.fromEntries(['attr', 'attrs', 'classes', 'merge'].map((name) => [`runtime.${name}`, ({ instance }) => shout(instance.runtime, name)])),
    'A name is among the locals, or is not': { 'a global variable': () => { globalThis.late = 1 }, 'no global variable': () => { delete globalThis.late } },
    'The locals keep their values': { 'a function that changes what the caller gave': (engine, locals) => { locals.a = 'changed' } },
    'Templates are kept by the library': { 'an empty cache': ({ instance }) => { instance.cache = {} } }
  }
})
