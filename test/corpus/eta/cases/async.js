'use strict'

const later = (value, times = 1) => times === 0 ? Promise.resolve(value) : Promise.resolve().then(() => later(value, times - 1))

module.exports = {
  locals: [{ later, a: '<' }],
  cases: {
    'a named template': {
      page: 'a<%~ await includeAsync("@a", it) %><%~ include("@s", it) %>',
      setUp (engine) {
        engine.loadTemplate('@a', '<%= await it.later(it.a) %>', { async: true })
        engine.loadTemplate('@s', '<%= it.a %>')
      }
    }
  }
}
