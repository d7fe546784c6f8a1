'use strict'

const globals = require('globals')
const neostandard = require('neostandard')

/**
 * Which way imports run: what a folder of lib/ may require from outside of itself, see
 * CONTRIBUTING.md. Files may require those beside them.
 */
const ARROWS = [
  { files: ['lib/template/*.js'], allowed: '' },
  { files: ['lib/response/*.js'], allowed: 'template/' },
  { files: ['lib/dialects/*.js'], allowed: 'template/' },
  { files: ['lib/dialects/*/*.js'], allowed: '\\.\\./template/' },
  { files: ['lib/frameworks/*.js'], allowed: '(?:dialects$|response/|template/|engines$|options$|views$)' }
]

/** What the files at the top of lib/ do not require: only index.js does. */
const TOP = { files: ['lib/*.js'], ignores: ['lib/index.js'], forbidden: '^\\./frameworks/' }

const requires = ({ files, ignores = [], forbidden }) => ({
  files,
  ignores,
  rules: {
    'no-restricted-syntax': ['error', {
      selector: `CallExpression[callee.name='require'] > Literal[value=/${forbidden.replaceAll('/', '\\u002f')}/]`,
      message: 'Imports run downward only: frameworks, then response and dialects, then template.'
    }]
  }
})

module.exports = [
  ...neostandard({ ts: true, filesTs: ['**/*.mts', '**/*.cts'], ignores: ['coverage/'] }),
  {
    files: ['**/*.js'],
    languageOptions: { sourceType: 'commonjs' },
    rules: { 'no-var': 'error', strict: ['error', 'global'] }
  },
  ...ARROWS.map(({ files, allowed }) => requires({ files, forbidden: allowed === '' ? '^\\.\\./' : `^\\.\\./(?!${allowed})` })),
  requires(TOP),
  { files: ['test/**/*.js'], languageOptions: { globals: globals.jest } }
]
