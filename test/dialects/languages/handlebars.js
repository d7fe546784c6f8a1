'use strict'

const fs = require('node:fs')
const Handlebars = require('handlebars')
const corpus = require('../../corpus/handlebars')
const { handlebars: POSITIONS } = require('./positions')
const L = require('../../corpus/long').handlebars()
const { sums, template } = require('./handlebars-arbitrary')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

function setup (env) {
  env.registerPartial({ p: `${L}{{v}}\n{{{v}}}`, high: '\ud83d', low: '\ude00' })
  env.registerHelper({ h: (v, { hash }) => v + hash.x, b: function ({ fn }) { return fn(this) } })
}

/** @type {import('../suite').Language} */
module.exports = {
  engines: [{ version: '4', engine: Handlebars }],
  corpus,
  usualSettings: [{}],
  otherSettings: [],
  folderOf: ({ source }) => viewFolder({ 'page.hbs': source }),
  open ({ engine, folder, example: { source, setup = () => {}, options = {} } }) {
    const env = engine.create()
    const log = []
    setup(env, log)
    const { runtimeOptions, ...compileOptions } = options
    const templates = templatesOf('handlebars', env, { views: [], ...options })
    let compiled
    return {
      log,
      view: { filename: folder.file('page.hbs'), engine: env, options: { views: [], ...options } },
      page (locals) {
        compiled ??= env.compile(source, compileOptions)
        return compiled(locals, runtimeOptions)
      },
      template: () => templates.load(folder.file('page.hbs'))
    }
  },
  generated: [
    { name: 'templates', runs: 2000, pages: 0.7, spliced: 0.2, examples: () => template() },
    { name: 'sums', runs: 2000, pages: 0.5, spliced: 0, examples: () => sums() }
  ],
  rewritten: (long) => ({ blocks: { source: `${long}{{#each list}}{{this}},{{{this}}}{{/each}}{{#if title}}{{title}}{{/if}}{{{own}}}${long}` } }),
  promises: {
    extension: 'hbs',
    print: ({ raw, fn, name }) => raw ? `{{{${fn ?? ''} ${name}}}}` : `{{${fn ?? ''} ${name}}}`,
    test: ({ fn, name }) => `{{#if ${fn ? `(${fn} ${name})` : name}}}y{{else}}n{{/if}}`,
    each: ({ name }) => `{{#each ${name}}}({{this}}){{/each}}`,
    other: ({ name }) => `{{{own}}}{{#${name}}}s{{/${name}}}{{> part}}`,
    parts: {},
    open (folder, functions) {
      const engine = Handlebars.create()
      for (const [name, fn] of Object.entries(functions)) engine.registerHelper(name, (value) => fn(value))
      engine.registerHelper('own', function () { return functions.cleaned(this.bio) })
      engine.registerPartial('part', '{{bio}}')
      return { engine, render: (file, locals) => engine.compile(fs.readFileSync(file, 'utf8'))(locals) }
    }
  },
  escaping: {
    settings: [{}],
    example: (options, position) => ({ source: POSITIONS[position], setup }),
    positions: Object.keys(POSITIONS),
    locals: (v) => ({ v, l: [v] })
  }
}
