'use strict'

const fs = require('node:fs')
const mustache = require('mustache')
const corpus = require('../../corpus/mustache')
const { mustache: POSITIONS } = require('./positions')
const { template } = require('./mustache-arbitrary')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

/** The engine has it as a property, which examples replace. */
const { escape: STOCK } = mustache

/** @type {import('../suite').Language} */
module.exports = {
  engines: [{ version: '4', engine: mustache }],
  corpus,
  usualSettings: [{ cache: true }],
  otherSettings: [{ cache: false }],
  folderOf: ({ sources }) => viewFolder(Object.fromEntries(Object.entries(sources).map(([name, source]) => [`${name}.mustache`, source]))),
  open ({ engine, folder, example: { sources, options = {}, escape = STOCK }, setting: { cache } }) {
    const templates = templatesOf('mustache', engine, { views: folder.file(''), ...options, cache })
    const fileOf = (name) => folder.file(`${name}.mustache`)
    const partial = (name) => name !== '' && fs.existsSync(fileOf(name)) ? fs.readFileSync(fileOf(name), 'utf8') : undefined
    return {
      view: { filename: fileOf('page'), engine, options: { views: folder.file(''), ...options, cache } },
      before () { engine.escape = escape },
      page: (locals) => engine.render(sources.page, locals, partial, options),
      template: () => templates.load(fileOf('page'))
    }
  },
  generated: [{ name: 'templates', runs: 2000, pages: 0.5, spliced: 0, examples: () => template().map(({ sources, locals }) => ({ sources, locals: [locals] })) }],
  rewritten: (long) => ({ sections: { sources: { page: `${long}{{#list}}{{.}},{{{.}}}{{/list}}{{title}}{{>part}}${long}`, part: '{{title}}' } } }),
  promises: {
    extension: 'mustache',
    print: ({ raw, fn, name }) => raw ? `{{{${fn ? `${fn}_` : ''}${name}}}}` : `{{${fn ? `${fn}_` : ''}${name}}}`,
    test: ({ fn, name }) => [fn ? `${fn}_${name}` : name].map((path) => `{{#${path}}}y{{/${path}}}{{^${path}}}n{{/${path}}}`).join(''),
    each: ({ name }) => `{{#${name}}}({{.}}){{/${name}}}`,
    other: ({ name }) => `{{#lambda}}{{{${name}}}}{{/lambda}}{{> part}}`,
    parts: { 'part.mustache': '{{bio}}' },
    open (folder, noted, names) {
      const pairs = names.flatMap((name) => Object.entries(noted).map(([fn, each]) => [`${fn}_${name}`, function () { return each(this[name]) }]))
      const functions = { ...Object.fromEntries(pairs), lambda: () => (text, render) => noted.unmarked(render(text)) }
      return { functions, engine: mustache, render: (file, locals) => mustache.render(fs.readFileSync(file, 'utf8'), locals, () => '{{bio}}') }
    }
  },
  escaping: {
    settings: [{}, { options: { escape: (text) => `(${text})` } }, { escape: (text) => JSON.stringify(text) }],
    example: (setting, position) => ({ sources: POSITIONS[position], ...setting }),
    positions: Object.keys(POSITIONS),
    locals: (x) => ({ x, o: { x }, list: [x, x], f: () => x, render: () => (text, render) => render(text) })
  }
}
