'use strict'

const js = require('@eslint/js')

/**
 * The direction of imports: the modules that a folder of lib/ may require from other folders, see
 * docs/architecture.md. Files may require files of the same folder.
 */
const ARROWS = [
  { files: ['lib/page/*.js'], allowed: '(?:util/|\\.\\./package\\.json$)' },
  { files: ['lib/streaming/*.js'], allowed: '(?:page/|util/)' },
  { files: ['lib/codings/*.js'], allowed: '(?:page/|util/)' },
  { files: ['lib/codings/*/*.js'], allowed: '(?:gzip/|[\\w-]+$|\\.\\./(?:page|util|views)/)' },
  { files: ['lib/response/*.js'], allowed: '(?:codings(?:/|$)|page/|streaming/|util/)' },
  { files: ['lib/fragments/*.js'], allowed: '(?:page/|util/|options$)' },
  { files: ['lib/dialects/*.js'], allowed: '(?:page/|util/)' },
  { files: ['lib/dialects/*/*.js'], allowed: '(?:\\.\\./(?:page|util)/|guards/|shared/)' },
  { files: ['lib/views/*.js'], allowed: '(?:dialects$|dialects/|page/|streaming/|util/|options$)' },
  { files: ['lib/modes/*.js'], allowed: '(?:dialects/guards/|views/|streaming/|page/|util/)' },
  { files: ['lib/frameworks/*.js'], allowed: '(?:dialects$|dialects/(?:guards|shared)/|codings/|response/|streaming/|page/|util/|views/|options$)' }
]

/** Modules that only index.js and load-ahead.js may require, among the files at the top of lib/. */
const TOP = { files: ['lib/*.js'], ignores: ['lib/index.js', 'lib/load-ahead.js'], forbidden: '^\\./frameworks/' }

const requires = ({ files, ignores = [], forbidden }) => ({
  files,
  ignores,
  rules: {
    'no-restricted-syntax': ['error', {
      selector: `CallExpression[callee.name='require'] > Literal[value=/${forbidden.replaceAll('/', '\\u002f')}/]`,
      message: 'Imports run downward only, and timers come from natives.js, see docs/architecture.md.'
    }]
  }
})

/** What ESLint's recommended rules do not have, or have in another way. */
const RULES = {
  'accessor-pairs': 'error',
  'array-callback-return': 'error',
  camelcase: ['error', { properties: 'never', ignoreGlobals: true }],
  curly: ['error', 'multi-line'],
  'default-case-last': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'getter-return': 'off',
  'new-cap': ['error', { capIsNew: false }],
  'no-array-constructor': 'error',
  'no-caller': 'error',
  'no-constant-condition': ['error', { checkLoops: false }],
  'no-constant-binary-expression': 'off',
  'no-empty': ['error', { allowEmptyCatch: true }],
  'no-eval': 'error',
  'no-extend-native': 'error',
  'no-extra-bind': 'error',
  'no-implied-eval': 'error',
  'no-iterator': 'error',
  'no-labels': 'error',
  'no-lone-blocks': 'error',
  'no-multi-str': 'error',
  'no-new': 'error',
  'no-new-func': 'error',
  'no-new-wrappers': 'error',
  'no-object-constructor': 'error',
  'no-octal-escape': 'error',
  'no-proto': 'error',
  'no-redeclare': ['error', { builtinGlobals: false }],
  'no-return-assign': 'error',
  'no-self-compare': 'error',
  'no-sequences': 'error',
  'no-setter-return': 'off',
  'no-template-curly-in-string': 'error',
  'no-throw-literal': 'error',
  'no-undef-init': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-unneeded-ternary': ['error', { defaultAssignment: false }],
  'no-unreachable-loop': 'error',
  'no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true, allowTaggedTemplates: true }],
  'no-unused-vars': ['error', { args: 'none', caughtErrors: 'none', ignoreRestSiblings: true }],
  'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
  'no-useless-call': 'error',
  'no-useless-computed-key': 'error',
  'no-useless-constructor': 'error',
  'no-useless-rename': 'error',
  'no-useless-return': 'error',
  'no-var': 'error',
  'no-void': 'error',
  'object-shorthand': ['error', 'properties'],
  'one-var': ['error', { initialized: 'never' }],
  'prefer-const': ['error', { destructuring: 'all' }],
  'prefer-promise-reject-errors': 'error',
  'prefer-regex-literals': ['error', { disallowRedundantWrapping: true }],
  'require-yield': 'off',
  strict: ['error', 'global'],
  'symbol-description': 'error',
  'unicode-bom': 'error',
  'valid-typeof': ['error', { requireStringLiterals: true }],
  yoda: 'error'
}

/** The style of standard, as neostandard 0.13 sets it, by the rules of `@stylistic`. */
const STYLE = {
  'array-bracket-spacing': [],
  'arrow-spacing': [],
  'block-spacing': [],
  'brace-style': ['1tbs', { allowSingleLine: true }],
  'comma-dangle': [{ arrays: 'ignore', objects: 'ignore', functions: 'never' }],
  'comma-spacing': [],
  'comma-style': [],
  'computed-property-spacing': [],
  'dot-location': ['property'],
  'eol-last': [],
  'function-call-spacing': [],
  'generator-star-spacing': ['both'],
  indent: [2, { offsetTernaryExpressions: true, outerIIFEBody: 1, ignoredNodes: ['TemplateLiteral *'] }],
  'key-spacing': [],
  'keyword-spacing': [],
  'lines-between-class-members': ['always', { exceptAfterSingleLine: true }],
  'multiline-ternary': ['always-multiline'],
  'new-parens': [],
  'no-extra-parens': ['functions'],
  'no-floating-decimal': [],
  'no-mixed-operators': [{ groups: [['==', '!=', '===', '!==', '>', '>=', '<', '<='], ['&&', '||'], ['in', 'instanceof']] }],
  'no-mixed-spaces-and-tabs': [],
  'no-multi-spaces': [{ ignoreEOLComments: true }],
  'no-multiple-empty-lines': [{ max: 1, maxBOF: 0, maxEOF: 0 }],
  'no-tabs': [],
  'no-trailing-spaces': [],
  'no-whitespace-before-property': [],
  'object-curly-newline': [{ multiline: true, consistent: true }],
  'object-curly-spacing': ['always'],
  'object-property-newline': [{ allowAllPropertiesOnSameLine: true }],
  'operator-linebreak': ['after', { overrides: { '?': 'before', ':': 'before' } }],
  'padded-blocks': ['never'],
  'quote-props': ['as-needed'],
  quotes: ['single', { avoidEscape: true, allowTemplateLiterals: 'never' }],
  'rest-spread-spacing': [],
  semi: ['never'],
  'semi-spacing': [],
  'space-before-blocks': [],
  'space-before-function-paren': [],
  'space-in-parens': [],
  'space-infix-ops': [],
  'space-unary-ops': [],
  'spaced-comment': ['always', { line: { markers: ['/'] }, block: { balanced: true, markers: ['!'], exceptions: ['*'] } }],
  'template-curly-spacing': [],
  'template-tag-spacing': [],
  'wrap-iife': ['any', { functionPrototypeMethods: true }],
  'yield-star-spacing': ['both']
}

/** Globals of Node and of browsers. */
const COMMON = [
  'AbortController', 'AbortSignal', 'Blob', 'Event', 'EventTarget', 'FormData', 'Headers', 'ReadableStream', 'Request', 'Response', 'TextDecoder',
  'TextEncoder', 'TransformStream', 'URL', 'URLSearchParams', 'WebSocket', 'WritableStream', 'clearInterval', 'clearTimeout', 'console',
  'document', 'fetch', 'performance', 'queueMicrotask', 'setInterval', 'setTimeout', 'structuredClone', 'window'
]
const NODE = ['Buffer', '__dirname', '__filename', 'clearImmediate', 'exports', 'global', 'module', 'process', 'require', 'setImmediate']
const BROWSER = ['EventSource', 'HTMLElement', 'customElements', 'history', 'location', 'matchMedia', 'navigator']
const JEST = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test']
const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']))

/** The package of the style is an ES module. */
async function configs () {
  const { default: stylistic } = await import('@stylistic/eslint-plugin')
  const style = Object.entries(STYLE).map(([name, options]) => [`@stylistic/${name}`, ['error', ...options]])
  return [
    { ignores: ['coverage/'] },
    js.configs.recommended,
    {
      plugins: { '@stylistic': stylistic },
      languageOptions: { globals: readonly(COMMON) },
      rules: { ...RULES, ...Object.fromEntries(style) }
    },
    { files: ['**/*.{cjs,js,mjs}'], ignores: ['examples/*/public/*'], languageOptions: { globals: readonly(NODE) } },
    { files: ['**/*.js'], languageOptions: { sourceType: 'commonjs' } },
    ...ARROWS.map(({ files, allowed }) => requires({ files, forbidden: `^(?:\\.\\./(?!${allowed})|node:timers)` })),
    requires(TOP),
    // A regular expression literal cannot be broken.
    {
      files: ['lib/**/*.js', 'bin/**/*.js'],
      rules: { '@stylistic/max-len': ['error', { code: 120, ignoreRegExpLiterals: true }] }
    },
    { files: ['examples/*/public/*.js'], languageOptions: { sourceType: 'module', globals: readonly(BROWSER) }, rules: { strict: 'off' } },
    { files: ['test/**/*.js', 'tools/new-user/projects/**/*.js'], languageOptions: { globals: readonly(JEST) } }
  ]
}

module.exports = configs()
