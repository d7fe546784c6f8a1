'use strict'

const { long } = require('../long')

const locals = () => ({ s: '<s>', list: ['a', 'b'], name: 'base' })
const base = `<html>${long('head')}{% block title %}Default ${long('title')}{% endblock %}{{ s }}{% block body %}none{% endblock %}${long('foot')}{{ a }}</html>`
const files = {
  'base.liquid': base,
  'mid.liquid': `{% layout "base" %}{% block body %}<mid>${long('mid')}{% block inner %}inner{% endblock %}</mid>{% endblock %}`,
  'anon.liquid': `<a>${long('anon')}{% block %}nothing{% endblock %}${long('end')}</a>`,
  'broken.liquid': 'a{% comment %}b{% endcomment %}c{% raw %}d{% endraw %}{{ s }}',
  'loops.liquid': '{% for i in list %}{% block row %}{{ i }}{% endblock %}{% endfor %}',
  'part.liquid': `(${long('part')}{{ s }}{% block body %}of the partial{% endblock %})`
}
const page = (layout, body) => `{% layout ${layout} %}${body}`

const pages = {
  'both blocks': page('"base"', `{% block title %}T {{ s }}{% endblock %} between {{ s }} {% block body %}<p>${long('page')}{{ s }}</p>{% endblock %}`),
  'one block': page('"base"', '{% block body %}B{% endblock %}'),
  'no block': page('"base"', `text ${long('page')}`),
  'an unnamed block': page('"anon"', `text ${long('page')}{{ s }} more`),
  'an unnamed block that is named': page('"anon"', 'text{% block %}own{% endblock %}'),
  'two unnamed blocks': page('"anon"', '{% block %}1{% endblock %}{% block %}2{% endblock %}'),
  'a layout of nothing': page('"anon"', ''),
  'a layout with a layout': page('"mid"', `{% block inner %}I {{ s }} ${long('page')}{% endblock %}{% block title %}T{% endblock %}`),
  'block.super': page('"base"', `{% block title %}[{{ block.super }}]{{ block.super | upcase }}{% endblock %}{% block body %}{{ block.super }}{{ block.super }}${long('page')}{% endblock %}`),
  'block.super of a middle layout': page('"mid"', '{% block body %}<{{ block.super }}>{% endblock %}{% block inner %}-{{ block.super }}-{% endblock %}'),
  'block.super where there is none': '{% block b %}[{{ block.super }}]{{ block }}{% endblock %}',
  arguments: page('"base", a: s, s: "new"', '{% block body %}{{ s }}{{ a }}{% endblock %}'),
  'a dynamic name': page('name', '{% block body %}B{% endblock %}'),
  'a name with an output': page('"{{ name }}"', '{% block body %}B{% endblock %}'),
  none: `{% layout none %}a${long()}{% block b %}{{ s }}{% endblock %}c`,
  'blocks without a layout': `a{% block b %}${long()}{{ s }}{% endblock %}c`,
  'a block in a loop of the layout': page('"loops"', '{% block row %}<{{ i }}{{ forloop.index }}>{% endblock %}'),
  'a block in a loop of the page': page('"base"', '{% for i in list %}{% block body %}{{ i }}{{ s }}{% endblock %}{% endfor %}'),
  'a block in a branch': page('"base"', '{% if s %}{% block body %}yes{% endblock %}{% else %}{% block body %}no{% endblock %}{% endif %}'),
  'blocks with loops': page('"base"', `{% block body %}{% for i in list %}${long('row')}{{ i }}{% if i == "a" %}{% continue %}{% endif %}!{% endfor %}{% endblock %}`),
  'variables of the page': page('"base"', '{% assign a = "assigned" %}{% capture s %}captured{{ a }}{% endcapture %}{% block body %}{{ a }}{{ s }}{% endblock %}'),
  'variables of a block': page('"base"', '{% block title %}{% assign a = 1 %}{% endblock %}{% block body %}{{ a }}{% endblock %}'),
  'a partial with blocks': page('"base"', '{% block body %}{% include "part" %}{% render "part", s: 1 %}{% endblock %}'),
  'a partial before the blocks': page('"base"', '{% include "part" %}{% render "part" %}{% block title %}T{% endblock %}'),
  'text before the layout': `before ${long('before')}{% layout "base" %}{% block body %}B{% endblock %}`,
  'a layout twice': page('"base"', '{% block body %}B{% endblock %}{% layout "anon" %}text'),
  'a layout in a capture': '{% capture c %}{% layout "anon" %}x{% endcapture %}',
  'a block in a capture': `{% capture c %}{% block b %}${long()}{{ s }}{% endblock %}{% endcapture %}{{ c }}`,
  counters: page('"base"', '{% increment k %}{% block body %}{% increment k %}{% cycle 1, 2 %}{% endblock %}{% block title %}{% increment k %}{% cycle 1, 2 %}{% endblock %}'),
  'break outside of a loop': page('"mid"', '{% break %}{% block inner %}I{% endblock %}'),
  'continue outside of a loop, before text and a comment': page('"broken"', `{% if s %}{% continue %}{% endif %}${long()}`),
  'break outside of a loop, before a loop': page('"loops"', '{% break %}'),
  'break in a block': page('"loops"', '{% block row %}{{ i }}{% break %}x{% endblock %}')
}

module.exports = [
  ...Object.entries(pages).map(([name, page]) => ({ name: `layout: ${name}`, page, files, locals, throws: name === 'a layout in a capture' })),
  { name: 'layout: output escaped', page: pages['block.super'], files, options: { outputEscape: 'escape' }, locals },
  { name: 'layout: all errors', page: pages['both blocks'], files, options: { catchAllErrors: true }, locals },
  { name: 'layout: not there', page: `${long()}\n{% layout "none" %}`, files, locals, throws: true },
  { name: 'layout: of no name', page: '{% layout missing %}', files, locals, throws: true },
  { name: 'layout: a block in itself', page: '{% block a %}{% block a %}{% endblock %}{% endblock %}{% layout "base" %}{% block body %}{% block body %}{% endblock %}{% endblock %}', files, locals, throws: true },
  { name: 'layout: fails', page: '{% layout "bad" %}', files: { 'bad.liquid': 'a\n{{ s | fails }}' }, setUp: (liquid) => liquid.registerFilter('fails', () => { throw new TypeError('No') }), locals, throws: true },
  { name: 'layout: a block fails', page: '{% layout "base" %}\n{% block body %}\n\n {{ s | fails }}{% endblock %}', files, setUp: (liquid) => liquid.registerFilter('fails', () => { throw new TypeError('No') }), locals, throws: true },
  { name: 'layout: block.super fails', page: '{% layout "bad" %}\n{% block b %}\n {{ block.super }}{% endblock %}', files: { 'bad.liquid': 'a{% block b %}{{ s | fails }}{% endblock %}' }, setUp: (liquid) => liquid.registerFilter('fails', () => { throw new TypeError('No') }), locals, throws: true },
  { name: 'layout: cannot be parsed', page: '{% layout "bad" %}', files: { 'bad.liquid': 'a\n{% for %}' }, locals, throws: true }
]
