'use strict'

module.exports = {
  cases: {
    'extends a template object': {
      page: '{% extends base() %}{% block title %}x{% endblock %}',
      setup (env) { env.addGlobal('base', () => env.getTemplate('layout.njk')) }
    },
    'the same source, extended by itself': {
      page: '{% extends next() %}{% block x %}{{ super() }}!{% endblock %}',
      files: { 'a.njk': '{% extends next() %}{% block x %}{{ super() }}!{% endblock %}', 'z.njk': '{% block x %}$(long){% endblock %}' },
      locals: () => { const names = ['a.njk', 'z.njk']; return { next: () => names.shift() } }
    }
  }
}
