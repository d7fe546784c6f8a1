'use strict'

const path = require('node:path')
const { Eta } = require('eta')
const corpus = require('../../corpus/eta')
const { eta: POSITIONS } = require('./positions')
const { template } = require('./eta-arbitrary')
const engines = require('../../support/eta-engines')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

const files = { 'part.eta': '<b><%= it.text %></b>', 'base.eta': '<%= it.text %><%~ it.body %><%= it.body %>' }

const call = (fn, name) => fn ? `${fn}(${name})` : name

/** @type {import('../suite').Language} */
module.exports = {
  engines,
  corpus,
  usualSettings: [{}],
  otherSettings: [],
  folderOf: ({ files }) => viewFolder(files),
  streams: true,
  open ({ engine: { Eta }, folder, example: { config, async = false, setUp = () => {} } }) {
    const made = new Eta({ views: folder.file(''), ...config })
    const eta = setUp(made) ?? made
    const templates = templatesOf('eta', eta, { async })
    return {
      view: { filename: folder.file('page.eta'), engine: eta, options: { async } },
      page: async (locals) => await (async ? eta.renderAsync('page', locals) : eta.render('page', locals)) ?? '',
      template: () => templates.load(folder.file('page.eta'))
    }
  },
  generated: [{ name: 'templates', runs: 1000, pages: 0.5, spliced: 0.1, examples: (version) => template(version !== '3').map((example) => ({ ...example, locals: [example.locals] })) }],
  rewritten: (long) => ({
    'a layout': {
      files: {
        'page.eta': `${long}<% layout("./base") %><% it.list.forEach((x) => { %><%= x %>,<%~ x %><% }) %><%~ include("./part", it) %><%= it.title %>${long}`,
        'part.eta': '<%= it.title %>',
        'base.eta': `${long}<%~ it.body %><%= it.title %>`
      }
    },
    async: { files: { 'page.eta': `${long}<% for (const x of it.list) { %><%= await x %><% } %><%~ await includeAsync("./part", it) %>${long}`, 'part.eta': '<%= it.title %>' }, async: true }
  }),
  promises: {
    extension: 'eta',
    streams: 'awaited',
    print: ({ raw, fn, name }, awaiting) => `<%${raw ? '~' : '='} ${awaiting}${call(fn && `it.${fn}`, `it.${name}`)} %>`,
    test: ({ fn, name }) => `<% if (${call(fn && `it.${fn}`, `it.${name}`)}) { %>y<% } else { %>n<% } %>`,
    each: ({ name }, awaiting) => `<% for (const one of [].concat(it.${name})) { %>(<%= ${awaiting}one %>)<% } %>`,
    other: ({ name }, awaiting) => `<a title="<%= ${awaiting}it.${name} %>">`,
    parts: {},
    open (folder, functions) {
      const engine = new Eta({ views: folder })
      return { functions, engine, render: (file, locals, async) => async ? engine.renderAsync(`./${path.basename(file)}`, locals) : engine.render(`./${path.basename(file)}`, locals) }
    }
  },
  escaping: {
    settings: [{}, { useWith: true }, { debug: true }],
    example: (config, position) => ({ files: { ...files, 'page.eta': POSITIONS[position] }, config }),
    positions: Object.keys(POSITIONS),
    locals: (text) => ({ text })
  }
}
