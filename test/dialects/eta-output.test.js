'use strict'

const dialect = require('../../lib/dialects').byName('eta')
const { Template } = require('../../lib/views/template')
const engines = require('../support/eta-engines')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

describe.each(engines)('Eta $version', ({ engine: eta }) => {
  test('a Rendered among the locals keeps its fragments', () => {
    const folder = viewFolder({ 'page.eta': '<%~ it.part %>|<%= it.part %>', 'part.eta': '<p>'.repeat(200) })
    const templates = templatesOf('eta', new eta.Eta({ views: folder.file('') }))
    const part = templates.load(folder.file('part.eta')).render({})
    const rendered = templates.load(folder.file('page.eta')).render({ part })

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
  })

  test('a change of the views folder applies to the next include', () => {
    const folder = viewFolder({ 'a/page.eta': '<%~ include("/part", it) %>', 'a/part.eta': 'a', 'b/part.eta': 'b' })
    const engine = new eta.Eta({ views: folder.file('a') })
    const template = templatesOf('eta', engine, { cache: false }).load(folder.file('a/page.eta'))
    expect(template.render({}).toString()).toBe('a')
    engine.config.views = folder.file('b')
    expect(template.render({}).toString()).toBe('b')
  })

  test('the package creates an instance from options', () => {
    const folder = viewFolder({ 'a/page.eta': '<%= data.a %><%~ include("./part", data) %>', 'a/part.eta': '!' })
    const options = { views: [folder.file('b'), folder.file('a')], varName: 'data' }
    const load = (file) => new Template(file, dialect.compile(dialect.read(file, eta), { filename: file, engine: eta, options, load }))
    const page = load(folder.file('a/page.eta')).render({ a: '<' })
    expect(page.toString()).toBe('&lt;!')
  })
})
