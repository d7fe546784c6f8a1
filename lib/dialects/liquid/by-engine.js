'use strict'

const { isInstance, settingsOf } = require('./instances')

/** Renders by the app's instance of Liquid, or by one for each file. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine, options }) {
  const cache = Boolean(options.cache)
  const instance = isInstance(engine) ? engine : new engine.Liquid({ ...settingsOf(options), cache })
  return (locals) => instance.renderFile(filename, locals)
}

module.exports = { byEngine }
