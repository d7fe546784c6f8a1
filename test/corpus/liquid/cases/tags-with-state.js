'use strict'

const { long } = require('../long')

/** Registers tags that keep something in their parsed object, which Liquid makes for each render unless it caches files. */
const setUp = (liquid, { Tag }) => {
  liquid.registerTag('once', { render () { if (this.done) return 'again'; this.done = true; return 'first' } })
  liquid.registerTag('count', class Count extends Tag {
    constructor (token, remainTokens, liquid, parser) {
      super(token, remainTokens, liquid)
      this.templates = []
      this.calls = 0
      while (remainTokens.length) {
        const next = remainTokens.shift()
        if (next.name === 'endcount') return
        this.templates.push(parser.parseToken(next, remainTokens))
      }
    }

    * render (ctx, emitter) {
      emitter.write(`${++this.calls}:`)
      yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter)
    }
  })
  liquid.registerTag('if', class extends liquid.tags.if {
    render (ctx, emitter) {
      emitter.write(`${this.seen}`)
      this.seen = true
      return super.render(ctx, emitter)
    }
  })
}

const files = {
  'part.liquid': `(${long('part')}{% once %}{{ s }})`,
  'plain.liquid': `(${long('plain')}{{ s }}{% include "part" %})`,
  'base.liquid': `${long('base')}{% once %}{% block b %}base {{ s }}{% endblock %}${long()}`,
  'middle.liquid': `{% layout "base" %}{% block b %}${long('middle')}{{ block.super }}{% block c %}middle{% endblock %}{% endblock %}`,
  'stateful.liquid': `{% layout "plain-base" %}{% block b %}${long('middle')}{% once %}{{ block.super }}{% block c %}middle{% endblock %}{% endblock %}`,
  'plain-base.liquid': `${long('base')}{% block b %}base {{ s }}{% endblock %}${long()}`
}

const pages = {
  'in the page': `${long()}{% once %}{% once %}{{ s }}${long()}`,
  'in a loop': `{% for i in list %}${long()}{% once %}{{ i }}{% endfor %}`,
  'a block': `{% count %}${long()}{{ s }}{% once %}{% endcount %}{% for i in list %}{% count %}{{ i }}{% include "part" %}{% endcount %}{% endfor %}`,
  'in place of one of the engine': `{% for i in list %}{% if i %}${long()}{{ i }}{% endif %}{% endfor %}`,
  'in a partial': `${long()}{% include "part" %}{% render "part", s: s %}{% for i in list %}{% include "part" %}{% endfor %}${long()}`,
  'in the partial of a partial': `${long()}{% render "plain", s: s %}{% include "plain" %}`,
  'in a layout': `{% layout "base" %}{% block b %}${long('b')}{{ block.super }}{{ s }}{% include "plain" %}{% endblock %}`,
  'in the layout of a layout': `{% layout "middle" %}{% block c %}${long('c')}{{ block.super }}{{ s }}{% endblock %}`,
  'in a layout that has one': `{% layout "stateful" %}{% block c %}${long('c')}{{ block.super }}{{ s }}{% endblock %}`,
  'in a block of a layout': `{% layout "plain-base" %}{% block b %}${long('b')}{% once %}{{ block.super }}{{ s }}{% endblock %}`,
  'with promises': `${long()}{{ p }}{% once %}{% include "part" %}{{ p }}`
}

const locals = () => ({ s: '<s>', list: ['a', 'b'], p: Promise.resolve('p') })

module.exports = [{}, { cache: true }, { outputEscape: 'escape' }].flatMap((options) => Object.entries(pages).map(([name, page]) => {
  return { name: `own tag with state ${name}, ${JSON.stringify(options)}`, page, files, options, setUp, locals: [locals, locals, locals] }
}))
