'use strict'

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

module.exports = {
  setUp,
  locals: () => ({ s: '<s>', list: ['a', 'b'], n: 1, p: Promise.resolve('p') }),
  cases: {
    plugin: {
      page: '{{ s | plugged }}{% plugged %}',
      setUp: (liquid) => liquid.plugin(function (Liquid) {
        this.registerFilter('plugged', (value) => `${value}${typeof Liquid}`)
        this.registerTag('plugged', { render: () => 'tag' })
      })
    },
    'tags that are replaced': {
      page: '{% if s %}a{% endif %}{% raw %}$(long){% endraw %}{{ s | upcase }}',
      setUp (liquid) {
        liquid.registerTag('if', { parse (token, tokens) { while (tokens.shift().name !== 'endif'); }, render: () => 'own if' })
        liquid.registerFilter('upcase', (value) => `own ${value}`)
      }
    },
    'filters that are gone': { page: '{{ s | upcase }}', setUp: ({ filters }) => { delete filters.upcase } },
    operators: {
      page: '{% if s startsWith "<" %}a{% endif %}{% if n == 2 %}b{% endif %}',
      setUp: (liquid, { defaultOperators }) => { liquid.options.operators = { ...defaultOperators, startsWith: (a, b) => String(a).startsWith(b) } }
    }
  }
}
