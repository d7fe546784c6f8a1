'use strict'

const { long } = require('../long')

const page = `p ${long()}\np= x\n!= x`
const locals = () => ({ x: '<x>' })
const withPlugin = (plugin) => ({ page, locals, options: { plugins: [plugin] } })

module.exports = [
  { name: 'plugin before the lexer', ...withPlugin({ preLex: (source) => source.replace('p=', 'b=') }) },
  { name: 'plugin after the parser', ...withPlugin({ postParse: (ast) => ast }) },
  { name: 'plugin that reads and resolves', page: `p ${long()}\ninclude virtual`, options: { plugins: [{ resolve: (name) => `/virtual/${name}`, read: () => `b virtual ${long('v')}` }] }, spliced: true },
  { name: 'plugin after the code', ...withPlugin({ postCodeGen: (js) => js.replace('return pug_html', 'return pug_html.toUpperCase()') }), spliced: false },
  { name: 'plugin that adds code', ...withPlugin({ postCodeGen: (js) => `var count = 0;${js}` }), spliced: true },
  { name: 'plugin that adds other code', ...withPlugin({ postCodeGen: (js) => `if (1) { };${js}` }), spliced: false },
  { name: 'plugin that generates code', ...withPlugin({ generateCode: () => 'function template (locals) { return "<i>" + locals.x }' }), spliced: false },
  { name: 'plugin that makes no JavaScript', ...withPlugin({ postCodeGen: () => 'function template (' }), throws: true }
]
