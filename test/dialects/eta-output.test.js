'use strict'

const dialect = require('../../lib/dialects').byName('eta')
const { createRenderer } = require('../..')
const { functionOf } = require('../../lib/frameworks/express-engines')
const { Template } = require('../../lib/template')
const engines = require('../support/eta-engines')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

describe.each(engines)('Eta $version', ({ engine: eta }) => {
  test('a Rendered among the locals keeps its fragments', () => {
    const folder = viewFolder({ 'page.eta': '<%~ it.part %>|<%= it.part %>', 'part.eta': '<p>'.repeat(200) })
    const templates = templatesOf('eta', new eta.Eta({ views: folder.file('') }))
    const part = templates.load(folder.file('part.eta')).render({})
    const rendered = templates.load(folder.file('page.eta')).render({ part })
    folder.remove()

    expect(rendered.chunks[0]).toBe(part.chunks[0])
    expect(rendered.toString()).toBe(`${'<p>'.repeat(200)}|${'&lt;p&gt;'.repeat(200)}`)
  })

  test('a change of the configuration recompiles the template', () => {
    const folder = viewFolder({ 'page.eta': '<%= it.a %>' })
    const engine = new eta.Eta({ views: folder.file('') })
    const template = templatesOf('eta', engine).load(folder.file('page.eta'))
    expect(template.render({ a: '<' }).toString()).toBe('&lt;')
    engine.configure({ autoEscape: false })
    expect(template.render({ a: '<' }).toString()).toBe('<')
    engine.config.autoEscape = true
    expect(template.render({ a: '<' }).toString()).toBe('&lt;')
    folder.remove()
  })

  test('a change of the views folder applies to the next include', () => {
    const folder = viewFolder({ 'a/page.eta': '<%~ include("/part", it) %>', 'a/part.eta': 'a', 'b/part.eta': 'b' })
    const engine = new eta.Eta({ views: folder.file('a') })
    const template = templatesOf('eta', engine, { cache: false }).load(folder.file('a/page.eta'))
    expect(template.render({}).toString()).toBe('a')
    engine.config.views = folder.file('b')
    expect(template.render({}).toString()).toBe('b')
    folder.remove()
  })

  test('the package creates an instance from options', () => {
    const folder = viewFolder({ 'a/page.eta': '<%= data.a %><%~ include("./part", data) %>', 'a/part.eta': '!' })
    const options = { views: [folder.file('b'), folder.file('a')], varName: 'data' }
    const load = (file) => new Template(file, dialect.compile(dialect.read(file, eta), { filename: file, engine: eta, options, load }))
    const page = load(folder.file('a/page.eta')).render({ a: '<' })
    folder.remove()
    expect(page.toString()).toBe('&lt;!')
  })

  test('accepts the package and its instances, and no other engines', () => {
    const engine = new eta.Eta()
    expect([eta, engine, engine.withConfig({})].every(dialect.accepts)).toBe(true)
    expect([{}, createRenderer, require('ejs'), null, undefined].some(dialect.accepts)).toBe(false)
  })

  test('the function for Express renders with the engine', () => {
    const folder = viewFolder({ 'page.eta': '<%= it.a %>' })
    const results = []
    const render = functionOf({ dialect, engine: new eta.Eta({ views: folder.file('') }) })
    render(folder.file('page.eta'), { a: '<' }, (...result) => results.push(result))
    render(folder.file('none.eta'), {}, (error) => results.push(error.name))
    folder.remove()
    expect(results).toEqual([[null, '&lt;'], 'EtaFileResolution Error'])
  })

  test('the function for Express takes the folders from the view, not from the locals', () => {
    const folder = viewFolder({ 'views/page.eta': '<%~ include(it.part) %>', 'views/part.eta': 'part', 'secret.eta': 'secret' })
    const view = { root: folder.file('views') }
    const results = []
    const render = (locals) => functionOf({ dialect, engine: eta }).call(view, folder.file('views/page.eta'), locals, (error, page) => results.push(error?.name ?? page))
    render({ part: './part' })
    render({ part: '../secret', settings: { views: folder.file('') } })
    folder.remove()
    expect(results).toEqual(['part', 'EtaFileResolution Error'])
  })
})
