'use strict'

const { long } = require('../long')

const locals = () => ({ s: '<s>', list: ['a', 'b'], n: 1, p: Promise.resolve('p') })

/** Registers tags of every kind that the documentation shows. */
const setUp = (liquid, { Tag, Value, toPromise, evalToken, Hash }) => {
  liquid.registerTag('upper', {
    parse (token) { this.value = new Value(token.args, liquid) },
    * render (ctx) { return String(yield this.value.value(ctx)).toUpperCase() }
  })
  liquid.registerTag('wrap', {
    parse (token, remainTokens) {
      this.templates = []
      const stream = this.liquid.parser.parseStream(remainTokens)
        .on('template', (template) => this.templates.push(template))
        .on('tag:endwrap', () => stream.stop())
        .on('end', () => { throw new Error(`tag ${token.getText()} not closed`) })
      stream.start()
    },
    * render (ctx, emitter) {
      emitter.write('<wrap>')
      yield this.liquid.renderer.renderTemplates(this.templates, ctx, emitter)
      emitter.write('</wrap>')
    }
  })
  liquid.registerTag('twice', class Twice extends Tag {
    constructor (token, remainTokens, liquid, parser) {
      super(token, remainTokens, liquid)
      this.args = new Hash(token.args, ':')
      this.templates = []
      while (remainTokens.length) {
        const next = remainTokens.shift()
        if (next.name === 'endtwice') return
        this.templates.push(parser.parseToken(next, remainTokens))
      }
      throw new Error('twice not closed')
    }

    * render (ctx, emitter) {
      ctx.push(yield this.args.render(ctx))
      const html = yield this.liquid.renderer.renderTemplates(this.templates, ctx)
      ctx.pop()
      return html + html
    }
  })
  liquid.registerTag('async', { async render (ctx) { return `async ${await toPromise(ctx._get(['s']))}` } })
  liquid.registerTag('plain', { render: (ctx, emitter, hash) => JSON.stringify(hash) })
  liquid.registerTag('number', { render: () => 42 })
  liquid.registerTag('list', { render: () => ['x', null, ['y']] })
  liquid.registerTag('nothing', { render () {} })
  liquid.registerTag('written', { render (ctx, emitter) { emitter.write(1); emitter.write(null); emitter.write(['a', 'b']); emitter.write(undefined); emitter.write('<w>') } })
  liquid.registerTag('length', { render: (ctx, emitter) => `${emitter.buffer.length}` })
  liquid.registerTag('erase', { render (ctx, emitter) { emitter.buffer = 'erased' } })
  liquid.registerTag('add', { render (ctx, emitter) { emitter.buffer += 'added' } })
  liquid.registerTag('sync', { render: (ctx) => `${ctx.sync}` })
  liquid.registerTag('instance', { render () { return `${this.liquid === liquid}` } })
  liquid.registerTag('scope', { render: (ctx) => { ctx.push({ scoped: 'in scope' }) } })
  liquid.registerTag('registers', { render: (ctx) => `${ctx.setRegister('x', ctx.getRegister('x', 0) + 1)}` })
  liquid.registerTag('stop', { render (ctx) { ctx.breakCalled = true } })
  liquid.registerTag('fail', { render () { throw new RangeError('Failed') } })
  liquid.registerTag('nested', { * render () { return yield this.liquid.parseAndRender('{{ a }}!', { a: 1 }) } })
  liquid.registerTag('loop', class Loop extends liquid.tags.for {})
  liquid.registerTag('same', liquid.tags.if)
  liquid.registerFilter('add', (a, b = 0) => a + b)
  liquid.registerFilter('context', function (value) { return `${value}${this.context.getSync(['n'])}${this.liquid === liquid}${this.token.name}` })
  liquid.registerFilter('keyed', (value, ...args) => JSON.stringify(args))
  liquid.registerFilter('html', { raw: true, handler: (value) => `<b>${value}</b>` })
  liquid.registerFilter('evaluated', function * (value) { return yield evalToken(this.token.args[0], this.context) })
  liquid.registerFilter('fails', () => { throw new Error('Failed') })
}

const tags = [
  '{% upper s %}', `{% wrap %}a{{ s }}${long()}{% if n %}${long('if')}{{ s }}{% endif %}{% for i in list %}{{ i }}{% endfor %}{% endwrap %}`, `{% twice s: 1 %}a{{ s }}${long()}{% render "part" %}{% endtwice %}`,
  '{% async %}', '{% plain a: s, b: 2 %}', '{% number %}', '{% list %}', '{% nothing %}', '{% written %}', '{% length %}', '{% erase %}', '{% add %}', '{% sync %}', '{% instance %}',
  '{% scope %}{{ scoped }}', '{% registers %}{% registers %}', '{% for i in list %}{{ i }}{% stop %}x{% endfor %}', '{% nested %}', '{% loop i in list %}{{ i }}{% endloop %}{% endfor %}'
]

const filters = ['{{ n | add: 2 }}', '{{ s | context }}', '{{ s | keyed: 1, b: s, c: "x", list[0] }}', '{{ s | html }}', '{{ s | html | upcase }}', '{{ s | upcase | html }}', '{% assign x = s | html %}{{ x }}', '{% cycle s | html %}', '{{ s | evaluated: n }}', '{{ p | context }}']

const files = { 'part.liquid': `(${long('part')}{{ s }})`, 'base.liquid': `${long('base')}{% block b %}{% endblock %}{% wrap %}{% block c %}{% endblock %}{% endwrap %}` }

module.exports = [
  ...tags.slice(0, -1).map((tag) => ({ name: `own tag ${tag.slice(0, 20)}`, page: `${long()}a${tag}b{{ s }}${long()}{% capture c %}${tag}{% endcapture %}[{{ c }}]`, files, setUp, locals })),
  { name: 'own tag derived from another', page: '{% loop i in list %}{{ i }}{% endfor %}{% same n == 1 %}yes{% endif %}', files, setUp, locals },
  ...filters.map((filter) => ({ name: `own filter ${filter}`, page: `a${filter}b${long()}`, setUp, locals })),
  ...filters.map((filter) => ({ name: `own filter ${filter}, output escaped`, page: `a${filter}b${long()}`, setUp, options: { outputEscape: 'escape' }, locals })),
  { name: 'own tag around blocks', page: `{% layout "base" %}{% wrap %}{% block b %}b${long('b')}{{ s }}{% endblock %}{% endwrap %}{% block c %}{% wrap %}c{% endwrap %}{% endblock %}`, files, setUp, locals },
  { name: 'own tag around a partial', page: '{% wrap %}{% include "part" %}{% render "part" %}{% endwrap %}', files, setUp, locals },
  { name: 'own tag that fails', page: `${long()}\n {% fail %}`, setUp, locals, throws: true },
  { name: 'own tag that fails in another', page: '{% wrap %}\n {% if n %}{% fail %}{% endif %}{% endwrap %}', setUp, locals, throws: true },
  { name: 'own filter that fails', page: '\n {{ s | fails }}', setUp, locals, throws: true },
  { name: 'own filter that fails in a loop', page: '{% for i in list %}\n {{ i | fails }}{% endfor %}', setUp, locals, throws: true },
  { name: 'plugin', page: '{{ s | plugged }}{% plugged %}', setUp: (liquid) => liquid.plugin(function (Liquid) { this.registerFilter('plugged', (value) => `${value}${typeof Liquid}`); this.registerTag('plugged', { render: () => 'tag' }) }), locals },
  { name: 'tags that are replaced', page: `{% if s %}a{% endif %}{% raw %}${long()}{% endraw %}{{ s | upcase }}`, setUp: (liquid) => { liquid.registerTag('if', { parse (token, tokens) { while (tokens.shift().name !== 'endif'); }, render: () => 'own if' }); liquid.registerFilter('upcase', (value) => `own ${value}`) }, locals },
  { name: 'filters that are gone', page: '{{ s | upcase }}', setUp: ({ filters }) => { delete filters.upcase }, locals },
  { name: 'operators', page: '{% if s startsWith "<" %}a{% endif %}{% if n == 2 %}b{% endif %}', options: {}, setUp: (liquid, { defaultOperators }) => { liquid.options.operators = { ...defaultOperators, startsWith: (a, b) => String(a).startsWith(b) } }, locals }
]
