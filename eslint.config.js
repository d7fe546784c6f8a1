'use strict'

const globals = require('globals')
const neostandard = require('neostandard')

module.exports = [
  ...neostandard({ ts: true, filesTs: ['**/*.mts', '**/*.cts'], ignores: ['coverage/'] }),
  {
    files: ['**/*.js'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { 'no-var': 'error', strict: ['error', 'global'] }
  },
  { files: ['test/**/*.js'], languageOptions: { globals: globals.jest } }
]
