'use strict'

const fc = require('fast-check')
const { anyCharacter } = require('./any-character')

/** Names in the code that engines and dialects generate, by language. */
const GENERATED = {
  ejs: ['locals', 'escapeFn', 'include', 'rethrow', '__output', '__append', '__line', '__lines', '__filename', 'escape', 'raw', 'put', 'out', 'template', 'sourceURL'],
  eta: ['it', 'options', 'include', 'includeAsync', '__eta', '__eta_t', '__eta_d', '__blocks', 'layout', 'capture', 'captureAsync', 'block', 'blockAsync', 'output', 'res', 'e', 'f', 'b', 'c', 'config', 'body', 'data', 'assign', 'escapeAt', 'rawAt'],
  nunjucks: ['root', 'env', 'context', 'frame', 'runtime', 'cb', 'lineno', 'colno', 'output', 'parentTemplate', 'loop', 'caller', 'kwargs', 'callerFrame', 't_1', 't_2', 'l_title', 'macro_t_1', 'hole_0', 'tasks', 'fromIterator', 'spliced', 'b_body', 'super', 'self', 'guarded'],
  pug: ['pug', 'pug_html', 'pug_mixins', 'pug_interp', 'pug_debug_line', 'pug_debug_filename', 'pug_debug_sources', 'pug_escape', 'pug_attr', 'pug_attrs', 'pug_classes', 'pug_style', 'pug_rethrow', 'pug_indent', 'pug_index0', '$$obj', '$$l', 'locals', 'locals_for_with', 'self', 'block', 'attributes', 'template', 'iterate', 'Rendered']
}

/** Names that each object inherits, and names like the random ones of `lib/dialects/shared/names`. */
const SHARED = [
  '__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__', '__lookupSetter__',
  '$', '$$', '_', '$_', '$1', '$title', 'title$', '$AAAAAAAAAAA', '$AAAAAAAAAAAo', '$o', 'then', 'undefined', 'NaN', 'arguments', 'eval', 'async', 'let', 'of', 'ａ', 'ℵ', '𝒳'
]

/** @returns {string[]} names that a local, or a variable of a template, can share with generated code */
const namesOf = (language) => [...GENERATED[language] ?? [], ...SHARED]

/** @returns {fc.Arbitrary<string>} */
const codeName = (language) => fc.constantFrom(...namesOf(language))

/** @type {fc.Arbitrary<string>} text of any code points, halves of surrogate pairs as well, on one line */
const anyCodePoints = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }).map((text) => text.replace(/[\n\r]/g, '↵'))

module.exports = { anyCodePoints, codeName }
