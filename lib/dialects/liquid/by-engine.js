'use strict'

const { isInstance, settingsOf } = require('./instances')

/**
 * Renders a file by LiquidJS alone: by the app's instance, or one of its own for each file.
 *
 * @type {NonNullable<import('../dialect').Dialect['byEngine']>}
 */
function byEngine (filename, { engine, options }) {
  const instance = isInstance(engine) ? engine : new engine.Liquid({ ...settingsOf(options), cache: Boolean(options.cache) })
  return (locals) => instance.renderFile(filename, locals)
}

module.exports = { byEngine }
