'use strict'

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

module.exports = {
  setUp,
  locals: () => ({ s: '<s>', list: ['a', 'b'], p: Promise.resolve('p') })
}
