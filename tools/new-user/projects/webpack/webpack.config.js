'use strict'

const options = { target: 'node', mode: 'production' }

module.exports = [
  // Express, the engine and the library stay in node_modules.
  { ...options, entry: { server: './server.js' }, externals: { express: 'commonjs express', 'buffered-render': 'commonjs buffered-render' } },
  // All is in the bundle, in which minifying would change the code of the engine.
  { ...options, entry: { bundled: './bundled.js' }, optimization: { minimize: false } }
]
