'use strict'

const Handlebars = require('handlebars')
const corpus = require('../../corpus/handlebars')
const L = require('../../corpus/handlebars/long')
const { sums, template } = require('../../support/handlebars-arbitrary')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

const POSITIONS = {
  text: '<p>{{v}}</p>',
  attribute: '<a title="{{v}}" x=\'{{v}}\' y={{v}}>',
  'in each': `${L}{{#each l}}${L}{{this}}{{@key}}{{/each}}`,
  'in a partial': 'a\n  {{> p}}\nb',
  'in a hash': '{{> p v=v}}{{h v x=v}}',
  'in a user block': `{{#b}}${L}{{v}}{{/b}}`,
  'by lookup': '{{lookup . "v"}}{{lookup l 0}}',
  raw: `${L}{{{v}}}`,
  'half a character beside static text': '{{> high}}{{{v}}}{{> low}}{{v}}{{> high}}'
}

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
  escaping: {
    settings: [{}],
    example: (options, position) => ({ source: POSITIONS[position], setup }),
    positions: Object.keys(POSITIONS),
    locals: (v) => ({ v, l: [v] })
  }
}
