'use strict'

const tree = { name: 'root', kids: [{ name: '<a>', kids: [] }, { name: 'b', kids: [{ name: 'c', kids: [] }] }] }
const deep = (depth) => depth === 0 ? { name: 'leaf', kids: [] } : { name: depth, kids: [deep(depth - 1)] }

module.exports = [
  { name: 'plain', page: 'a {{>part}} b {{> part }}', partials: { part: '<i>{{x}}</i>' }, locals: [{ x: '&' }] },
  { name: 'missing', page: '[{{>none}}]\n  {{>none}}\n|{{>}}|{{>none.mustache}}|{{>../none}}|{{>a/b/c}}' },
  { name: 'empty', page: '[{{>part}}]\n  {{>part}}\n.', partials: { part: '' } },
  { name: 'in a folder', page: '{{>parts/one}}', partials: { 'parts/one': 'one', two: 'two' } },
  { name: 'alone on a line', page: 'a\n  {{>part}}\nb\n{{>part}}\nc', partials: { part: '<\n  {{x}}\n\n\t>\n' }, locals: [{ x: 'one\ntwo' }] },
  { name: 'alone on a line, indented by tabs', page: '\t {{>part}}\n', partials: { part: 'x\ny\n' } },
  { name: 'alone on a line, CRLF', page: 'a\r\n  {{>part}}\r\nb', partials: { part: 'x\r\ny\r\n' } },
  { name: 'alone at the end', page: 'a\n  {{>part}}', partials: { part: 'x\ny' } },
  { name: 'not alone', page: '  {{>part}} x\n y {{>part}}\n {{x}} {{>part}} {{>part}}\n', partials: { part: 'p\nq' }, locals: [{ x: 1 }] },
  { name: 'alone and not, as far from the margin', page: '  {{>part}}\nxx{{>part}}\n  {{>part}}\n', partials: { part: 'p\nq\n' } },
  { name: 'not alone, after text outside ASCII', page: '汉\u00a0{{>part}}\n\u00a0 {{>part}}\n', partials: { part: 'p\nq\n' } },
  { name: 'with long text', page: '  {{>part}}\n{{>part}}', partials: { part: `${'<p>long</p>\n'.repeat(100)}{{x}}${'汉字\n'.repeat(100)}` }, locals: [{ x: 1 }] },
  { name: 'in partials', page: ' {{>outer}}\n', partials: { outer: '(\n  {{>inner}}\n)\n', inner: '[\n{{x}}\n]\n' }, locals: [{ x: 1 }] },
  { name: 'recursive', page: '{{>node}}', partials: { node: '<{{name}}{{#kids}}{{>node}}{{/kids}}>' }, locals: [tree, deep(300)] },
  { name: 'recursive and indented', page: '<ul>\n  {{>node}}\n</ul>', partials: { node: '<li>{{name}}\n{{#kids}}\n  {{>node}}\n{{/kids}}\n</li>\n' }, locals: [tree, deep(130)] },
  { name: 'recursive without end', page: '{{>page}}', throws: true },
  { name: 'in sections', page: '{{#rows}}{{>row}}{{/rows}}{{^none}}{{>row}}{{/none}}', partials: { row: '[{{id}}{{x}}]' }, locals: [{ rows: [{ id: 1 }, { id: 2, x: 'own' }], x: 'outer' }] },
  { name: 'names by the name as written', page: '{{>a.b}}{{>a-b}}{{>a b}}{{>汉}}', partials: { 'a.b': 1, 'a-b': 2, 'a b': 3, 汉: 4 } },
  { name: 'delimiters stay within', page: '{{=| |=}}|>part| |x|', partials: { part: '{{x}}|x|{{=<% %>=}}<%x%>' }, locals: [{ x: 1 }] },
  { name: 'with an error', page: 'a {{>part}}', partials: { part: 'x {{#open}}' }, throws: true },
  { name: 'with an error, indented', page: 'a\n    {{>part}}', partials: { part: 'x\ny {{open\n' }, throws: true },
  { name: 'with an error, not reached', page: 'a {{#no}}{{>part}}{{/no}}', partials: { part: '{{#open}}' } }
].map((each) => ({ ...each, partials: each.partials && Object.fromEntries(Object.entries(each.partials).map(([name, text]) => [name, String(text)])) }))
