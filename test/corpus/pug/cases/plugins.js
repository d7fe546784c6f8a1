'use strict'

const { pug: long } = require('../../long')

module.exports = {
  beforeLexer: { preLex: (source) => source.replace('p=', 'b=') },
  afterParser: { postParse: (ast) => ast },
  reading: { resolve: (name) => `/virtual/${name}`, read: () => `b virtual ${long('v')}` },
  afterCode: { postCodeGen: (js) => js.replace('return pug_html', 'return pug_html.toUpperCase()') },
  addingCode: { postCodeGen: (js) => `var count = 0;${js}` },
  addingOtherCode: { postCodeGen: (js) => `if (1) { };${js}` },
  generatingCode: { generateCode: () => 'function template (locals) { return "<i>" + locals.x }' },
  noJavaScript: { postCodeGen: () => 'function template (' }
}
