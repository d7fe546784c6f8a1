'use strict'

const path = require('node:path')
const squirrelly = require('squirrelly')
const dialect = require('../../../examples/dialect/squirrelly')
const corpus = require('../../corpus/squirrelly')
const { squirrelly: POSITIONS } = require('./positions')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

const files = { 'part.sqrl': '<b>{{it.text}}</b>', 'base.sqrl': '{{it.text}}{{it.content | safe}}{{it.content}}{{*it.side}}{{it.side}}' }

/** What apps define, beside the filters and helpers that Squirrelly has. */
const FILTERS = { upper: (text) => String(text).toUpperCase(), wrap: (text, before, after) => before + text + after }
const HELPERS = {
  loud: ({ params: [text, times = 1] }) => `${text}${'!'.repeat(times)}`,
  twice: ({ exec, params }, blocks) => [params, exec(), exec(), ...blocks.map(({ name, params, exec }) => `${name}(${params}) ${exec()}`)].join('|'),
  config: (content, blocks, { filename, storage, ...others }) => [path.basename(filename), ...Object.keys(others), ...Object.keys(storage)].join()
}

/** Storage of an example's own: Squirrelly has one for the whole process. */
function storageOf ({ filters = {}, helpers = {}, templates = {} }) {
  const { storage } = squirrelly.defaultConfig
  const extended = (cacher, added) => {
    const own = new cacher.constructor({})
    own.load(cacher.cache)
    own.load(added)
    return own
  }
  return {
    ...storage,
    filters: extended(storage.filters, { ...FILTERS, ...filters }),
    helpers: extended(storage.helpers, { ...HELPERS, ...helpers }),
    templates: extended({ cache: {}, constructor: storage.templates.constructor }, Object.fromEntries(Object.entries(templates).map(([name, source]) => [name, squirrelly.compile(source)])))
  }
}

/** @type {import('../suite').Language} */
module.exports = {
  engines: [{ version: '9', engine: squirrelly }],
  corpus,
  usualSettings: [{ cache: false }, { cache: true }],
  otherSettings: [{ cache: false, autoEscape: false }, { cache: true, autoTrim: false }],
  folderOf: ({ files }) => viewFolder(files),
  open ({ engine, folder, example, setting }) {
    const file = folder.file('page.sqrl')
    const { root, views, ...given } = { ...setting, ...example.config }
    const config = {
      ...given,
      ...(root && { root: folder.file(root) }),
      ...(views && { views: views.map((view) => folder.file(view)) }),
      storage: storageOf(example)
    }
    return {
      // What `renderFile` does, which has its options in the locals.
      page: async (locals) => {
        const own = engine.getConfig({ ...config, filename: file })
        const template = own.cache ? own.storage.templates.get(file) ?? engine.loadFile(file, own) : engine.compile(dialect.read(file), own)
        return String(await template(locals, own))
      },
      template: () => templatesOf(dialect, engine, config).load(file)
    }
  },
  generated: [],
  escaping: {
    settings: [{}, { useWith: true }, { autoTrim: 'slurp' }],
    example: (config, position) => ({ files: { ...files, 'page.sqrl': POSITIONS[position] }, config }),
    positions: Object.keys(POSITIONS),
    locals: (text) => ({ text })
  }
}
