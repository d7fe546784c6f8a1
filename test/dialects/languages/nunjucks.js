'use strict'

const path = require('node:path')
const { promisify } = require('node:util')
const nunjucks = require('nunjucks')
const corpus = require('../../corpus/nunjucks')
const { nunjucks: POSITIONS } = require('./positions')
const dialect = require('../../../lib/dialects').byName('nunjucks')
const { Template } = require('../../../lib/views/template')
const { example: generated } = require('./nunjucks-arbitrary')
const { byEngine, createEnv, unlessNever, viewOf } = require('./nunjucks-sides')
const { viewFolder } = require('../../support/view-folder')

const FILLER = 'lorem ipsum '.repeat(30)
const files = {
  'layout.njk': `{{ x }}{% block c %}${FILLER}{{ x }}{% endblock %}${FILLER}`,
  'part.njk': `<i>{{ x }}</i>${FILLER}`,
  'macros.njk': '{% macro m(x) %}<i title="{{ x }}">{{ x }}</i>{% endmacro %}'
}

const SETTINGS = [
  { loader: 'async' }, { loader: 'uncached' }, { options: { autoescape: false } }, { options: { throwOnUndefined: true } },
  { options: { dev: true } }, { options: { trimBlocks: true, lstripBlocks: true } }
]

/** @type {import('../suite').Language} */
module.exports = {
  engines: [{ version: '3', engine: nunjucks }],
  // An error that the loader's callback throws ends the process.
  corpus: corpus.map((example) => ({ ...example, fits: example.sync ? ({ loader }) => loader !== 'async' : undefined })),
  usualSettings: [{}, { given: true }],
  otherSettings: SETTINGS.flatMap((setting) => [setting, { ...setting, given: true }]),
  folderOf: ({ page }) => viewFolder({ 'page.njk': page }),
  streams: true,
  open ({ engine, folder, example, setting: { given, ...setting } }) {
    const { env, log } = createEnv(example, { ...setting, folder: folder.file('/') })
    const filename = folder.file('page.njk')
    let compiled
    let template
    const compile = () => new Template(filename, dialect.compile(example.page, { filename, engine: env, options: {} }))
    return {
      log,
      view: { filename, engine: env, options: {} },
      async page (locals) {
        if (!given) return byEngine(env, locals)
        compiled ??= new engine.Template(example.page, env, filename, true)
        return promisify(compiled.render.bind(compiled))(locals)
      },
      template: () => given ? (template ??= compile()) : viewOf(env, 'page.njk'),
      limit: unlessNever
    }
  },
  generated: [{ name: 'templates', runs: 1000, pages: 0.25, spliced: 0.12, examples: generated }],
  // How deep a macro calls itself, and so the line of the error, depends on the stack.
  explains: (expected, actual) => [expected, actual].every(({ error }) => error?.message.endsWith('Maximum call stack size exceeded')),
  rewritten: (long) => ({
    'a layout': {
      page: `{% extends "base.njk" %}{% macro m(y) %}{{ y }}${long}{% endmacro %}{% block c %}{{ super() }}{% for x in list %}{{ loop.index }}{{ x }},{{ x | safe }}{% endfor %}{{ m(title) }}{% include "part.njk" %}{% endblock %}`,
      files: { 'base.njk': `${long}{{ title }}{% block c %}${long}{% endblock %}`, 'part.njk': `{{ title }}${long}` },
      setup () {}
    }
  }),
  promises: {
    extension: 'njk',
    print: ({ raw, fn, name }) => `{{ ${name}${fn ? ` | ${fn}` : ''}${raw ? ' | safe' : ''} }}`,
    test: ({ fn, name }) => `{% if ${name}${fn ? ` | ${fn}` : ''} %}y{% else %}n{% endif %}`,
    each: ({ name }) => `{% for one in ${name} %}({{ one }}){% endfor %}`,
    other: ({ name }) => `{{ "" | own | safe }}{% set y = ${name} %}{{ y }}{% include "part.njk" %}`,
    parts: { 'part.njk': '{{ bio }}{{ word | upper }}' },
    open (folder, functions) {
      const engine = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder))
      for (const [name, fn] of Object.entries(functions)) engine.addFilter(name, (value) => fn(value))
      engine.addFilter('own', function () { return functions.cleaned(this.ctx.bio) })
      return { engine, render: (file, locals) => engine.render(path.basename(file), locals) }
    }
  },
  escaping: {
    settings: [{ text: FILLER }, { text: '' }, { text: FILLER, autoescape: false }, { text: '', autoescape: false }],
    example: ({ text, autoescape }, position) => {
      const source = POSITIONS[position]
      return { page: source.startsWith('{% extends') ? source : `${text}${source}${text}`, files, options: { autoescape } }
    },
    positions: Object.keys(POSITIONS),
    locals: (x) => ({ x, o: { x }, wellFormed: x.isWellFormed() })
  }
}
