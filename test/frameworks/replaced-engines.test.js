'use strict'

const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const express = require('express')
const { viewFolder } = require('../support/view-folder')

// Functions of engines that an app has replaced: Express with and without the library, each with an engine of its own,
// answer with the same pages and errors, and call the functions with the same arguments.

const LONG = '<p>' + 'static text '.repeat(40) + '</p>\n'

/** @returns {object} the option `engines`: where Jest loads modules, the library finds none by their functions */
function ejsLoaded (app, ejs) {
  app.set('view engine', 'ejs').engine('ejs', ejs.__express)
  return { ejs }
}

/** Renders by `eta.render` with the name of the view, as apps of Eta do. */
function etaOf (app, views) {
  const { Eta } = require('eta')
  const eta = new Eta({ views })
  app.set('view engine', 'eta').engine('eta', (file, data, done) => {
    let page
    try { page = eta.render('v', data) } catch (error) { return done(error) }
    done(null, page)
  })
  return eta
}

/**
 * Each sets the app up, may log, and returns the option `engines`; `requests` render, the last one after `change`.
 *
 * @type {Record<string, { files: Record<string, string>, setUp: (app: object, folder: string, log: (text: string) => void) => object | void, change?: (folder: string, app: object) => void, locals?: object[] }>}
 */
const CASES = {
  'Eta: files of a `resolvePath` and a `readFile` that know keys of a database': {
    files: { 'v.eta': `${LONG}<%~ include("p") %>` },
    setUp (app, folder, log) {
      const eta = etaOf(app, folder)
      const { readFile } = eta
      eta.resolvePath = (name) => name === 'v' ? `${folder}/v.eta` : `db:tenant/${name}`
      eta.readFile = (file) => {
        log(`reads ${file}`)
        return file === 'db:tenant/p' ? 'row <%= it.n %>' : readFile.call(eta, file)
      }
      return { eta }
    },
    locals: [{ n: 1 }, { n: 2 }]
  },
  'Eta: paths below relative views': {
    files: { 'v.eta': `${LONG}<%~ include("./p") %><%~ include("./missing") %>`, 'p.eta': 'p' },
    setUp (app, folder, log) {
      const eta = etaOf(app, path.relative('', folder))
      const { readFile } = eta
      eta.readFile = (file) => {
        log(`reads ${file}`)
        return readFile.call(eta, file)
      }
      return { eta }
    }
  },
  'EJS: a method of Template that expects the locals of the app': {
    files: { 'v.ejs': `${LONG}<%= t("x") %>\n` },
    setUp (app) {
      const ejs = require('ejs')
      const { generateSource } = ejs.Template.prototype
      ejs.Template.prototype.generateSource = function () {
        this.templateText = `<% const t = i18n.t -%>${this.templateText}`
        return generateSource.call(this)
      }
      return ejsLoaded(app, ejs)
    },
    locals: [{ i18n: { t: (text) => `T${text}` } }]
  },
  'EJS: a copy of `compile` that changes the template': {
    files: { 'v.ejs': `${LONG}@@` },
    setUp (app) {
      const ejs = require('ejs')
      const { Template } = ejs
      // eslint-disable-next-line no-new-func
      ejs.compile = new Function('Template', `return function compile (template, opts) {
        var templ;
        template = template.replaceAll('@@', 'compiled by the app');
        templ = new Template(template, opts);
        return templ.compile();
      }`)(Template)
      return ejsLoaded(app, ejs)
    }
  },
  'EJS: another `Template`, which EJS does not call': {
    files: { 'v.ejs': `${LONG}<%= 1 %>` },
    setUp (app, folder, log) {
      const ejs = require('ejs')
      const { Template: Original } = ejs
      ejs.Template = function Template (text, opts) {
        log('Template')
        return new Original('of the app', opts)
      }
      return ejsLoaded(app, ejs)
    },
    locals: [{}, {}]
  },
  'EJS: an include that lies elsewhere after `clearCache()`': {
    files: { 'v.ejs': `${LONG}<%- include("p") %>`, 'p.ejs': 'p', 'shared/x.ejs': '' },
    setUp (app, folder) {
      app.ejs = require('ejs')
      app.set('views', [folder, `${folder}/shared`]).enable('view cache')
      return ejsLoaded(app, app.ejs)
    },
    change (folder, { ejs }) {
      fs.renameSync(`${folder}/p.ejs`, `${folder}/shared/p.ejs`)
      ejs.clearCache()
    },
    locals: [{}, {}]
  },
  'EJS: a `resolveInclude` that gives nothing for an absolute path': {
    files: { 'v.ejs': `${LONG}<%- include("/" + n) %>` },
    setUp (app) {
      const ejs = require('ejs')
      const { resolveInclude } = ejs
      ejs.resolveInclude = (name, file, isDir) => isDir ? { a: null, b: '', c: 0 }[name] : resolveInclude(name, file, isDir)
      return ejsLoaded(app, ejs)
    },
    locals: [{ n: 'a' }, { n: 'b' }, { n: 'c' }]
  },
  'Pug: a `compile` that gets the locals': {
    files: { 'v.pug': `p ${'static text '.repeat(40)}\np @brand` },
    setUp (app) {
      const pug = require('pug')
      const { compile } = pug
      pug.compile = (text, options) => compile(text.replace('@brand', options.brand), options)
      app.set('view engine', 'pug').engine('pug', pug.__express)
      return { pug }
    },
    locals: [{ brand: 'A' }]
  },
  ...Object.fromEntries(Object.entries({
    include: '{% include n %}', import: '{% import n as x %}{{ x.y }}', extends: '{% extends n %}'
  }).map(([tag, source]) => [`Nunjucks: ${tag} of what is no template`, {
    files: { 'v.njk': LONG + source },
    setUp (app, folder) {
      const njk = require('nunjucks').configure(folder)
      app.set('view engine', 'njk').engine('njk', (file, locals, done) => njk.render('v.njk', locals, done))
      return { njk }
    },
    locals: ['constructor', 'toString', '__proto__'].map((n) => ({ n }))
  }]))
}

/** @returns {Promise<{ answers: string[], log: string[] }>} what clients get from an app whose engine nobody else uses */
async function answersOf ({ files, setUp, change, locals = [{}] }, isOurs) {
  const folder = viewFolder(files)
  const root = folder.file('.').replace(/\/\.?$/, '')
  const shown = (text) => text.replaceAll(root, 'DIR').replaceAll(path.relative('', root), 'RELATIVE')
  const log = []
  let app
  jest.isolateModules(() => {
    app = express().set('views', root)
    const engines = setUp(app, root, (text) => log.push(shown(text)))
    if (isOurs) app.use(require('../..')(engines && { engines }))
  })
  const left = [...locals]
  app.get('/', (req, res) => {
    if (left.length === 1) change?.(root, app)
    res.render('v', left.shift())
  })
  app.use((error, req, res, next) => res.status(500).send(`${error.name}: ${error.message}`))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answers = []
  try {
    for (let i = 0; i < locals.length; i++) {
      const response = await fetch(`http://127.0.0.1:${server.address().port}/`)
      answers.push(`${response.status} ${shown(await response.text())}`)
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return { answers, log }
}

test.each(Object.keys(CASES))('%s', async (name) => {
  jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const expected = await answersOf(CASES[name], false)
  expect(await answersOf(CASES[name], true)).toEqual(expected)
})
