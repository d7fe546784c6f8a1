'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { expressFunction } = require('../support/express-function')
const { pagesBetweenChanges } = require('../support/pages-between-changes')

// Functions of engines that an app has replaced: Express with and without the library, each with an engine of its own,
// answer with the same pages and errors, and call the functions with the same arguments.

const LONG = '<p>' + 'static text '.repeat(40) + '</p>\n'

/** Sets an app up with an EJS that a case has changed; where Jest loads modules, the library finds none by their functions. */
const withEjs = (change) => (given) => {
  const ejs = require('ejs')
  change(ejs, given)
  given.app.set('view engine', 'ejs').engine('ejs', ejs.__express)
  return { options: { engines: { ejs } }, state: ejs }
}

/** Renders by `eta.render` with the name of the view, as apps of Eta do, and tells what is read. */
function etaOf ({ app, log }, views, files = {}) {
  const { Eta } = require('eta')
  const eta = new Eta({ views })
  const { readFile } = eta
  eta.readFile = (file) => {
    log(`reads ${file}`)
    return files[file] ?? readFile.call(eta, file)
  }
  app.set('view engine', 'eta').engine('eta', expressFunction((file, data) => eta.render('page', data)))
  return { eta, options: { engines: { eta } } }
}

/** @type {Record<string, Parameters<typeof pagesBetweenChanges>[0]>} */
const CASES = {
  'Eta: files of a `resolvePath` and a `readFile` that know keys of a database': {
    files: { 'page.eta': `${LONG}<%~ include("p") %>` },
    setUp (given) {
      const { eta, options } = etaOf(given, given.folder.file('.'), { 'db:tenant/p': 'row <%= it.n %>' })
      eta.resolvePath = (name) => name === 'page' ? given.folder.file('page.eta') : `db:tenant/${name}`
      return { options }
    },
    locals: [{ n: 1 }, { n: 2 }]
  },
  'Eta: paths below relative views': {
    files: { 'page.eta': `${LONG}<%~ include("./p") %><%~ include("./missing") %>`, 'p.eta': 'p' },
    setUp: (given) => etaOf(given, path.relative('', given.folder.file('.')))
  },
  'EJS: a method of Template that expects the locals of the app': {
    files: { 'page.ejs': `${LONG}<%= t("x") %>\n` },
    setUp: withEjs((ejs) => {
      const { generateSource } = ejs.Template.prototype
      ejs.Template.prototype.generateSource = function () {
        this.templateText = `<% const t = i18n.t -%>${this.templateText}`
        return generateSource.call(this)
      }
    }),
    locals: [{ i18n: { t: (text) => `T${text}` } }]
  },
  'EJS: a copy of `compile` that changes the template': {
    files: { 'page.ejs': `${LONG}@@` },
    setUp: withEjs((ejs) => {
      // eslint-disable-next-line no-new-func
      ejs.compile = new Function('Template', `return function compile (template, opts) {
        var templ;
        template = template.replaceAll('@@', 'compiled by the app');
        templ = new Template(template, opts);
        return templ.compile();
      }`)(ejs.Template)
    })
  },
  'EJS: another `Template`, which EJS does not call': {
    files: { 'page.ejs': `${LONG}<%= 1 %>` },
    setUp: withEjs((ejs, { log }) => {
      const { Template: Original } = ejs
      ejs.Template = function Template (text, opts) {
        log('Template')
        return new Original('of the app', opts)
      }
    }),
    locals: [{}, {}]
  },
  'EJS: an include that lies elsewhere after `clearCache()`': {
    files: { 'page.ejs': `${LONG}<%- include("p") %>`, 'p.ejs': 'p', 'shared/x.ejs': '' },
    setUp: withEjs((ejs, { app, folder }) => app.set('views', [folder.file('.'), folder.file('shared')]).enable('view cache')),
    changes: [({ folder, state }) => {
      fs.renameSync(folder.file('p.ejs'), folder.file('shared/p.ejs'))
      state.clearCache()
    }]
  },
  'EJS: a `resolveInclude` that gives nothing for an absolute path': {
    files: { 'page.ejs': `${LONG}<%- include("/" + n) %>` },
    setUp: withEjs((ejs) => {
      const { resolveInclude } = ejs
      ejs.resolveInclude = (name, file, isDir) => isDir ? { a: null, b: '', c: 0 }[name] : resolveInclude(name, file, isDir)
    }),
    locals: [{ n: 'a' }, { n: 'b' }, { n: 'c' }]
  },
  'Pug: a `compile` that gets the locals': {
    files: { 'page.pug': `p ${'static text '.repeat(40)}\np @brand` },
    setUp ({ app }) {
      const pug = require('pug')
      const { compile } = pug
      pug.compile = (text, options) => compile(text.replace('@brand', options.brand), options)
      app.set('view engine', 'pug').engine('pug', pug.__express)
      return { options: { engines: { pug } } }
    },
    locals: [{ brand: 'A' }]
  },
  ...Object.fromEntries(Object.entries({
    include: '{% include n %}', import: '{% import n as x %}{{ x.y }}', extends: '{% extends n %}'
  }).map(([tag, source]) => [`Nunjucks: ${tag} of what is no template`, {
    files: { 'page.njk': LONG + source },
    setUp ({ app, folder }) {
      const njk = require('nunjucks').configure(folder.file('.'))
      app.set('view engine', 'njk').engine('njk', (file, locals, done) => njk.render('page.njk', locals, done))
      return { options: { engines: { njk } } }
    },
    locals: ['constructor', 'toString', '__proto__'].map((n) => ({ n }))
  }]))
}

test.each(Object.keys(CASES))('%s', async (name) => {
  jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const each = { ...CASES[name], isIsolated: true }
  expect(await pagesBetweenChanges(each, true)).toEqual(await pagesBetweenChanges(each, false))
})
