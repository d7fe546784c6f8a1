'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { copied } = require('../support/copied-package')
const { outcome } = require('../support/outcome')
const { prose } = require('../support/prose')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

/** Long enough for a fragment. */
const L = prose(600).replace(/[\n{]/g, ' ')

/**
 * An engine whose functions are replaced. Each replacement applies to a new copy of the package, before the first render or after it.
 *
 * @typedef {object} Case
 * @property {() => object} load returns a new copy of the package
 * @property {Record<string, string>} files `page` and `other` are rendered
 * @property {(engine: object, folder: object) => (name: string, locals: object) => unknown} stock the engine itself, with its cache on
 * @property {(engine: object, folder: object) => object} [instance] what the dialect gets as its engine
 * @property {Record<string, (engine: object) => void>} replaced the engine renders the page after these replacements
 * @property {Record<string, (engine: object) => void>} kept the page is spliced
 */

const locals = () => ({ a: '<b>', list: [1, 2] })

/** Replaces a function by one that is given the original. */
function replace (object, name, by) {
  const original = object[name]
  object[name] = by(original)
}

/** Replaces a function by one that only calls it. */
const wrap = (object, name) => replace(object, name, (original) => function (...args) { return original.apply(this, args) })

/** Replaces a function by one that changes its text. */
const shout = (object, name) => replace(object, name, (original) => function (...args) { return `(${original.apply(this, args)})` })

/** The methods of Handlebars' compiler that apps may not override if their pages are to be spliced. */
const METHODS = Object.keys(require('handlebars').JavaScriptCompiler.prototype)
  .filter((name) => !['compiler', 'nameLookup', 'depthedLookup', 'compilerInfo', 'lookupPropertyFunctionIsUsed'].includes(name))

/** @type {Record<string, Case>} */
const CASES = {
  ...Object.fromEntries(['ejs3', 'ejs'].map((name) => [name, {
    load: () => copied(name),
    files: { 'page.ejs': `<%= a %>${L}<%- include('part') %>`, 'other.ejs': `<%= a %>${L}`, 'part.ejs': `<%= a %>${L}` },
    stock: (ejs, folder) => (name, locals) => ejs.renderFile(folder.file(`${name}.ejs`), locals, { cache: true }),
    replaced: {
      compile: (ejs) => replace(ejs, 'compile', (compile) => (text, options) => compile(`${text}!`, options)),
      'compile, called for its result': (ejs) => replace(ejs, 'compile', (compile) => (...args) => { const render = compile(...args); return (locals) => `(${render(locals)})` }),
      'Template.prototype.compile': ({ Template }) => replace(Template.prototype, 'compile', (compile) => function () { const render = compile.call(this); return (locals) => `(${render(locals)})` }),
      Template: (ejs) => { ejs.Template = class extends ejs.Template { generateSource () { super.generateSource(); this.source += '; __append("!")\n' } } }
    },
    kept: {
      'Template.prototype.generateSource': ({ Template }) => replace(Template.prototype, 'generateSource', (generateSource) => function () { generateSource.call(this); this.source += '; __append("!")\n' }),
      fileLoader: (ejs) => replace(ejs, 'fileLoader', (load) => (file) => `${load(file)}!`),
      resolveInclude: (ejs) => replace(ejs, 'resolveInclude', (resolve) => (name, ...rest) => resolve(name === 'part' ? './other' : name, ...rest)),
      escapeXML: (ejs) => { ejs.escapeXML = () => 'never' },
      render: (ejs) => { ejs.render = () => 'never' },
      delimiter: (ejs) => { ejs.delimiter = '?' }
    }
  }])),
  pug: {
    load: () => copied('pug'),
    files: { 'page.pug': `p(class=list)= a\np ${L}`, 'other.pug': `p(class=list)= a\np ${L}` },
    stock: (pug, folder) => (name, locals) => pug.renderFile(folder.file(`${name}.pug`), { ...locals, cache: true }),
    replaced: {
      compile: (pug) => replace(pug, 'compile', (compile) => (text, options) => compile(`${text}\np more`, options)),
      compileClientWithDependenciesTracked: (pug) => { pug.compileClientWithDependenciesTracked = () => ({ body: 'function template () {}', dependencies: [] }) }
    },
    kept: {
      'runtime.escape': ({ runtime }) => shout(runtime, 'escape'),
      'runtime.classes': ({ runtime }) => shout(runtime, 'classes'),
      'runtime.attr': ({ runtime }) => replace(runtime, 'attr', () => () => 7),
      runtime: (pug) => { pug.runtime = { ...pug.runtime, escape: () => 'never' } },
      filters: (pug) => { pug.filters.none = () => '' },
      render: (pug) => { pug.render = () => 'never' }
    }
  },
  handlebars: {
    load: () => copied('handlebars'),
    files: { 'page.hbs': `<p>{{a}}${L}{{#each list}}{{this}}{{../a}}{{/each}}{{> part}}`, 'other.hbs': `<p>{{{a}}}{{a}}${L}{{> part}}`, 'part.hbs': `{{a}}${L}` },
    stock (handlebars, folder) {
      handlebars.registerPartial('part', fs.readFileSync(folder.file('part.hbs'), 'utf8'))
      const templates = {}
      return (name, locals) => (templates[name] ??= handlebars.compile(fs.readFileSync(folder.file(`${name}.hbs`), 'utf8')))(locals)
    },
    instance (handlebars, folder) {
      handlebars.registerPartial('part', fs.readFileSync(folder.file('part.hbs'), 'utf8'))
      return handlebars
    },
    replaced: {
      ...Object.fromEntries(METHODS.map((name) => [`${name}, to call it`, ({ JavaScriptCompiler }) => wrap(JavaScriptCompiler.prototype, name)])),
      appendEscaped: ({ JavaScriptCompiler: { prototype } }) => { prototype.appendEscaped = function () { this.pushSource(this.appendToBuffer(['"[" + ', this.popStack(), ' + "]"'])) } },
      append: ({ JavaScriptCompiler: { prototype } }) => { prototype.append = prototype.appendEscaped },
      appendToBuffer: ({ JavaScriptCompiler: { prototype } }) => replace(prototype, 'appendToBuffer', (append) => function (source, ...rest) { return append.call(this, ['"." + ', source], ...rest) }),
      initializeBuffer: ({ JavaScriptCompiler: { prototype } }) => { prototype.initializeBuffer = () => '"app:"' },
      appendContent: ({ JavaScriptCompiler: { prototype } }) => replace(prototype, 'appendContent', (append) => function (text) { return append.call(this, text.toUpperCase()) }),
      'a new method': ({ Compiler, JavaScriptCompiler }) => {
        JavaScriptCompiler.prototype.appendTwice = function () { this.pushSource(this.appendToBuffer(['"2" + ', this.popStack()])) }
        Compiler.prototype.MustacheStatement = function (mustache) { this.SubExpression(mustache); this.opcode('appendTwice') }
      },
      'the compiler of blocks': ({ JavaScriptCompiler }) => {
        JavaScriptCompiler.prototype.compiler = class extends JavaScriptCompiler { nameLookup () { return '"block"' } }
      },
      'a subclass that does not compile blocks': (handlebars) => {
        handlebars.JavaScriptCompiler = class extends handlebars.JavaScriptCompiler { nameLookup (parent, name, type) { return type === 'context' ? '"sub"' : super.nameLookup(parent, name, type) } }
      },
      compile: (handlebars) => replace(handlebars, 'compile', (compile) => (text, options) => compile(`${text}!`, options)),
      template: (handlebars) => replace(handlebars, 'template', (template) => (spec) => { const render = template(spec); return Object.assign((...args) => `(${render(...args)})`, render) }),
      'VM.template': ({ VM }) => replace(VM, 'template', (template) => (...args) => { const render = template(...args); return Object.assign((...args) => `(${render(...args)})`, render) }),
      'VM.invokePartial': ({ VM }) => shout(VM, 'invokePartial'),
      'VM.resolvePartial': ({ VM }) => replace(VM, 'resolvePartial', () => () => () => 'found'),
      'Utils.escapeExpression': ({ Utils }) => shout(Utils, 'escapeExpression')
    },
    kept: {
      nameLookup: ({ JavaScriptCompiler: { prototype } }) => replace(prototype, 'nameLookup', (look) => function (parent, name, type) { return type === 'context' ? ['"', name, '"'] : look.call(this, parent, name, type) }),
      depthedLookup: ({ JavaScriptCompiler: { prototype } }) => wrap(prototype, 'depthedLookup'),
      'Compiler.prototype.MustacheStatement': ({ Compiler: { prototype } }) => replace(prototype, 'MustacheStatement', (compile) => function (mustache) { return compile.call(this, { ...mustache, escaped: false }) }),
      parse: (handlebars) => replace(handlebars, 'parse', (parse) => (text, options) => parse(`${text}!`, options)),
      'a subclass': (handlebars) => {
        handlebars.JavaScriptCompiler = class Sub extends handlebars.JavaScriptCompiler {
          get compiler () { return Sub }
          nameLookup (parent, name, type) { return type === 'context' ? '"sub"' : super.nameLookup(parent, name, type) }
        }
      }
    }
  },
  ...Object.fromEntries(['eta3', 'eta'].map((name) => [name, {
    load: () => copied(name),
    files: { 'page.eta': `<%= it.a %>${L}<%~ include('part', it) %>`, 'other.eta': `<%= it.a %>${L}`, 'part.eta': `<%= it.a %>${L}` },
    instance ({ Eta }, folder) {
      return new Eta({ views: folder.file('.'), cache: true })
    },
    stock: (eta) => (name, locals) => eta.render(name, locals),
    replaced: {
      render: (eta) => replace(eta, 'render', (render) => function (name, locals, ...rest) { return `(${render.call(this, name, { ...locals, a: '>' }, ...rest)})` }),
      compile: (eta) => replace(eta, 'compile', (compile) => function (...args) { const render = compile.apply(this, args); return function (...args) { return `(${render.apply(this, args)})` } }),
      'config.escapeFunction': (eta) => eta.configure({ escapeFunction: (text) => `(${text})` }),
      'config.useWith': (eta) => eta.configure({ useWith: true }),
      'config.autoFilter': (eta) => eta.configure({ autoFilter: true, filterFunction: () => 'filtered' })
    },
    kept: {
      compileBody: (eta) => replace(eta, 'compileBody', (compileBody) => function (buffer) { return `__eta.res+='first';${compileBody.call(this, buffer)}` }),
      compileToString: (eta) => replace(eta, 'compileToString', (compile) => function (text, options) { return compile.call(this, `${text}!`, options) }),
      parse: (eta) => replace(eta, 'parse', (parse) => function (text) { return parse.call(this, `${text}!`) }),
      readFile: (eta) => replace(eta, 'readFile', (read) => function (file) { return `${read.call(this, file)}!` }),
      resolvePath: (eta) => replace(eta, 'resolvePath', (resolve) => function (name, options) { return resolve.call(this, name === 'part' ? 'other' : name, options) })
    }
  }])),
  mustache: {
    load: () => copied('mustache'),
    files: { 'page.mustache': `{{a}}${L}{{#list}}{{.}}{{/list}}{{^none}}{{{a}}}{{/none}}\n  {{> part}}\n`, 'other.mustache': `{{a}}${L}`, 'part.mustache': `{{a}}${L}\n` },
    stock: (mustache, folder) => (name, locals) => mustache.render(fs.readFileSync(folder.file(`${name}.mustache`), 'utf8'), locals, (name) => fs.readFileSync(folder.file(`${name}.mustache`), 'utf8')),
    replaced: {
      ...Object.fromEntries(['renderSection', 'renderInverted', 'renderPartial', 'renderTokens', 'unescapedValue', 'escapedValue', 'rawValue', 'render', 'indentPartial']
        .map((name) => [`Writer.prototype.${name}`, ({ Writer }) => shout(Writer.prototype, name)])),
      'Writer.prototype.parse': ({ Writer }) => replace(Writer.prototype, 'parse', (parse) => function (text, tags) { return parse.call(this, `${text}!`, tags) }),
      'Writer.prototype.getConfigEscape': ({ Writer }) => { Writer.prototype.getConfigEscape = () => () => 'escaped' },
      'Context.prototype.lookup': ({ Context }) => shout(Context.prototype, 'lookup'),
      'Context.prototype.push': ({ Context }) => replace(Context.prototype, 'push', (push) => function (view) { return push.call(this, view * 2) }),
      Context: (mustache) => { mustache.Context = class extends mustache.Context { lookup () { return 'never' } } },
      Writer: (mustache) => { mustache.Writer = class extends mustache.Writer { renderTokens () { return 'never' } } },
      render: (mustache) => replace(mustache, 'render', (render) => (text, locals, ...rest) => render(text, { ...locals, a: '>' }, ...rest))
    },
    kept: {
      escape: (mustache) => { mustache.escape = (text) => `(${text})` },
      parse: (mustache) => { mustache.parse = () => [] },
      tags: (mustache) => { mustache.tags = ['{{#', '}}'] }
    }
  }
}

describe.each(Object.keys(CASES))('%s', (name) => {
  const { files, instance = (engine) => engine, load, stock, replaced, kept } = CASES[name]
  const language = name.replace(/\d$/, '')
  const extension = path.extname(Object.keys(files)[0])
  const folder = viewFolder(files)

  beforeEach(() => { jest.spyOn(console, 'error').mockImplementation(() => {}) })

  const byEngine = () => {
    const engine = instance(load(), folder)
    return { engine, render: stock(engine, folder) }
  }
  const byDialect = () => {
    const engine = instance(load(), folder)
    const templates = templatesOf(language, engine, { views: folder.file('.') })
    const render = (name, locals) => templates.load(folder.file(name + extension)).render(locals)
    return { engine, render: async (name, locals) => String(await render(name, locals)), fallbacks: templates.renderLog }
  }

  /** Renders pages of a new copy of the engine, before and after a replacement. */
  const outcomes = async ({ engine, render }, change, first) => {
    const results = []
    for (const name of first) results.push(await outcome(() => render(name, locals())))
    change(engine)
    for (const name of ['page', 'other', 'page']) results.push(await outcome(() => render(name, locals())))
    return results
  }

  const changes = Object.entries({ ...replaced, ...kept })
  test.each(changes)('%s, before the first render', async (_, change) => {
    expect(await outcomes(byDialect(), change, [])).toEqual(await outcomes(byEngine(), change, []))
  })

  test.each(changes)('%s, after the first render', async (_, change) => {
    expect(await outcomes(byDialect(), change, ['page'])).toEqual(await outcomes(byEngine(), change, ['page']))
  })

  test.each([...Object.entries(replaced).map((entry) => [...entry, 3]), ...Object.entries(kept).map((entry) => [...entry, 0]), ['nothing', () => {}, 0]])('%s: the engine renders %#', async (_, change, count) => {
    const side = byDialect()
    await outcomes(side, change, [])
    expect(Object.values(side.fallbacks.counts).reduce((sum, each) => sum + each, 0)).toBe(count)
  })
})
