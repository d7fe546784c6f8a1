'use strict'

module.exports = {
  cases: {
    'include of a template object': {
      page: '{% include object() %}{% include object() %}',
      setup (env) { env.addGlobal('object', () => env.getTemplate('part.njk')) }
    },
    'templates that functions render': {
      page: '$(long){{ render("part.njk") }}{{ render("part.njk") | length }}{{ string("<{{ x }}>") }}',
      setup (env) {
        env.addGlobal('render', function (name) { const text = this.env.render(name, this.ctx); return `${typeof text} ${text}` })
        env.addGlobal('string', function (source) { return this.env.renderString(source, { x: 1 }) })
      }
    }
  }
}
