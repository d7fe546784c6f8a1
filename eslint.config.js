'use strict'

const globals = require('globals')
const neostandard = require('neostandard')

/**
 * The direction of imports: the modules that a folder of lib/ may require from other folders, see
 * docs/architecture.md. Files may require files of the same folder.
 */
const ARROWS = [
  { files: ['lib/page/*.js'], allowed: '(?:timers$|\\.\\./package\\.json$)' },
  { files: ['lib/streaming/*.js'], allowed: '(?:page/|timers$)' },
  { files: ['lib/response/*.js'], allowed: '(?:page/|streaming/|lru-cache$|timers$)' },
  { files: ['lib/fragments/*.js'], allowed: '(?:page/|describe-type$|files$|lru-cache$|options$)' },
  { files: ['lib/dialects/*.js'], allowed: 'page/' },
  { files: ['lib/dialects/*/*.js'], allowed: '(?:\\.\\./page/|\\.\\./(?:files|lru-cache)$|shared/)' },
  { files: ['lib/frameworks/*.js'], allowed: '(?:dialects$|dialects/shared/|response/|streaming/|page/|engines$|files$|options$|template$|timers$|views$)' }
]

/** Modules that only index.js may require, among the files at the top of lib/. */
const TOP = { files: ['lib/*.js'], ignores: ['lib/index.js'], forbidden: '^\\./frameworks/' }

const requires = ({ files, ignores = [], forbidden }) => ({
  files,
  ignores,
  rules: {
    'no-restricted-syntax': ['error', {
      selector: `CallExpression[callee.name='require'] > Literal[value=/${forbidden.replaceAll('/', '\\u002f')}/]`,
      message: 'Imports run downward only, see docs/architecture.md.'
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
  ...ARROWS.map(({ files, allowed }) => requires({ files, forbidden: `^\\.\\./(?!${allowed})` })),
  requires(TOP),
  { files: ['examples/*/public/*.js'], languageOptions: { sourceType: 'module', globals: globals.browser }, rules: { strict: 'off' } },
  { files: ['test/**/*.js'], languageOptions: { globals: globals.jest } }
]
