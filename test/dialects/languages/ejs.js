'use strict'

const ejs = require('ejs')
const corpus = require('../../corpus/ejs')
const { ejs: POSITIONS } = require('./positions')
const { template } = require('./ejs-arbitrary')
const engines = require('../../support/ejs-engines')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

/** In place of a function, which a template gives that declares one by the name of the engine's variable. Express cannot send it. */
const NO_PAGE = {}

/** A template that returns early, or assigns to the engine's variable, gives no string; as a page that is text. */
const toText = (output) => typeof output === 'function' ? NO_PAGE : String(output ?? '')

const FILLER = 'lorem ipsum '.repeat(30)
// An assignment to a name that nothing declares makes a global variable, which must not outlive
// the render.
const globals = new Set(Object.getOwnPropertyNames(globalThis))
function forgetGlobals () {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!globals.has(name)) delete globalThis[name]
  }
}

const call = (fn, name) => fn ? `${fn}(${name})` : name

/** @type {import('../suite').Language} */
module.exports = {
  engines,
  corpus,
  usualSettings: [{ cache: true }],
  otherSettings: [{ cache: false }],
  folderOf: ({ files }) => viewFolder(files),
  streams: true,
  open ({ engine, folder, example: { view = 'page', options: optionsIn = {} }, setting: { cache = false } }) {
    const options = typeof optionsIn === 'function' ? optionsIn(folder.file) : optionsIn
    const file = folder.file(`${view}.ejs`)
    const templates = templatesOf('ejs', engine, { ...options, cache })
    return {
      view: { filename: file, engine, options: { ...options, cache } },
      copiesLocals: true,
      before () {
        engine.clearCache()
        forgetGlobals()
      },
      page: (locals) => engine.renderFile(file, { ...locals }, { ...options, cache }),
      template: () => templates.load(file),
      normalise: toText
    }
  },
  explains: ({ output }, { error }) => output === NO_PAGE && error?.message.endsWith(': a template must return text, got a value of type function'),
  generated: [{
    name: 'templates',
    runs: 500,
    pages: 0.3,
    spliced: 0,
    examples: () => template().map(({ source, partials, locals, options }) => {
      const files = Object.fromEntries(Object.entries({ page: source, ...partials }).map(([name, source]) => [`${name}.ejs`, source]))
      // Other locals than those that it was compiled for.
      const fewer = () => {
        const { title, ...rest } = locals()
        return rest
      }
      return { files, options, locals: [locals, fewer] }
    })
  }],
  rewritten: (long) => ({
    'direct variables': {
      files: { 'page.ejs': `${long}<% for (const x of list) { %><%= x %>,<%- x %><% } %><%- include("part", { x: title }) %><%= typeof y %>${long}`, 'part.ejs': `${long}<%= x %>` }
    },
    'a local that is declared with var': { files: { 'page.ejs': `${long}<% var title = title || "none" %><%= title %><%- title %><%= locals.title %>${long}` } },
    'locals as a value': { files: { 'page.ejs': `${long}<%= Object.keys(locals).length %><%= title %><%- include("part") %>${long}`, 'part.ejs': '<% list.forEach((x) => { %><%= x %><% }) %>' } },
    'a function that uses this': { files: { 'page.ejs': `${long}<%= own() %><%- title %><%= list %>${long}` } },
    'an escape function of the app': { files: { 'page.ejs': `${long}<%= own() %><%= title %><%- list %>${long}` }, options: { escape: (text) => `(${text})` } },
    async: { files: { 'page.ejs': `${long}<% for await (const x of list) { %><%= await x %><% } %><%= Object.keys(locals).length %><%- await include("part") %>${long}`, 'part.ejs': '<%= title %>' }, options: { async: true } }
  }),
  promises: {
    extension: 'ejs',
    streams: 'awaited',
    print: ({ raw, fn, name }, awaiting) => `<%${raw ? '-' : '='} ${awaiting}${call(fn, name)} %>`,
    test: ({ fn, name }) => `<% if (${call(fn, name)}) { %>y<% } else { %>n<% } %>`,
    each: ({ name }, awaiting) => `<% for (const one of [].concat(${name})) { %>(<%= ${awaiting}one %>)<% } %>`,
    other: ({ name }, awaiting) => `<%- ${awaiting}include("part${awaiting.trim()}", { x: ${name} }) %>`,
    parts: { 'part.ejs': '{<%= x %>}', 'partawait.ejs': '{<%= await x %>}' },
    open: (folder, functions) => ({ functions, render: (file, locals, async) => ejs.renderFile(file, locals, { async }) })
  },
  escaping: {
    settings: [{ text: FILLER }, { text: '' }],
    example: ({ text }, position) => ({ files: { 'page.ejs': text + POSITIONS[position] + text, 'part.ejs': `${text}<%= y %><%- y %>` } }),
    positions: Object.keys(POSITIONS),
    locals: (x) => ({ x, o: { x } })
  }
}
