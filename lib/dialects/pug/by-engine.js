'use strict'

/** Renders by Pug, whose `renderFile` adds `filename` to the locals. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine, options: { views, cache, ...options } }) {
  const render = engine.compileFile(filename, options)
  const copyOf = (locals) => Object.create(Object.getPrototypeOf(locals), Object.getOwnPropertyDescriptors(locals))
  return (locals) => render(Object.assign(copyOf(locals), { filename }))
}

module.exports = { byEngine }
