'use strict'

const setup = (env, log) => {
  env.addFilter('later', (value, callback) => setImmediate(() => { log.push(value); callback(null, `<${value}>`) }), true)
  env.addFilter('now', (value, callback) => callback(null, `<${value}>`), true)
  env.addFilter('args', (value, a, b, callback) => setImmediate(() => callback(null, `${value}${a}${b}`)), true)
  env.addFilter('failing', (value, callback) => setImmediate(() => callback(new Error(`failed ${value}`))), true)
  env.addFilter('failingNow', (value, callback) => callback(new Error(`failed ${value}`)), true)
  env.addFilter('throwing', () => { throw new Error('thrown') }, true)
  const later = (turns, done) => setImmediate(() => turns > 0 ? later(turns - 1, done) : done())
  env.addFilter('after', (value, callback) => later(value, () => { log.push(value); callback(null, value) }), true)
  env.addFilter('twice', (value, callback) => { callback(null, value); callback(null, `${value}!`) }, true)
}

module.exports = {
  setup
}
