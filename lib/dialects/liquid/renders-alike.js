'use strict'

const { Splicer } = require('../../page/splicer')
const { createNodes } = require('./create-nodes')
const { SplicingEmitter } = require('./emitter')
const { LiquidRenderer } = require('./liquid-renderer')

/** Values, filters and tags that code of the dialect renders. There is no static text, which `explain` would report. */
const SOURCE = [
  '{{ a }}{{ o.b.size }}{{ o["b"][0] }}{{ o.b[-1] }}{{ o.b.first }}{{ o[k].last }}{{ o.none.c }}',
  '{{ o }}{{ o.b }}{{ o.f }}',
  '{{ "q" | append: o.k | append: "<" }}{{ 1.5 }}{{ -2 }}{{ true }}{{ nil }}{{ none.x | default: "d" }}',
  '{{ (1..3) | join: "," }}',
  '{% if a == 1 and o.b contains "x" %}{{ "yes" }}{{ k }}{% elsif a %}{{ "a" }}{% else %}{{ "no" }}{% endif %}',
  '{% for x in o.b reversed limit: 1 %}{{ forloop.index }}{{ x }}{% break %}{{ x }}{% else %}{{ "none" }}{% endfor %}',
  '{% for x in o.b %}{{ x }}{% continue %}{{ x }}{% endfor %}',
  '{% case a %}{% when 1 %}{{ "one" }}{% else %}{{ "more" }}{% endcase %}',
  '{% capture c %}{{ a }}{{ "<" }}{% endcapture %}{{ c }}',
  '{% assign d = a | plus: 2 %}{{ d }}{% unless d == 3 %}{{ d }}{% endunless %}',
  '{% tablerow x in o.b cols: 1 %}{{ x }}{% endtablerow %}',
  '{% echo a %}{% comment %}a{% endcomment %}{% block e %}{{ a }}{% endblock %}'
].join('')

const locals = () => ({ a: 1, k: 'b', o: { b: ['x', 'y'], k: '&', f: () => '<f>' } })

/** Whether Liquid and nodes render the same page: functions that no object refers to may differ between versions. */
function rendersAlike (internals, liquid) {
  const liquidRenderer = new LiquidRenderer(liquid, internals, {})
  const out = new Splicer()
  const ctx = new internals.Context(locals(), liquid.options, { sync: false }, { liquid })
  const nodes = createNodes(liquid.parse(SOURCE), liquidRenderer)
  const pending = nodes.render(ctx, new SplicingEmitter(out, liquidRenderer))
  return pending === undefined && out.end().toString() === liquid.parseAndRenderSync(SOURCE, locals())
}

module.exports = { rendersAlike }
