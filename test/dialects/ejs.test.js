'use strict'

const ejs = require('ejs')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')
const { dialectSuite } = require('./suite')

dialectSuite('ejs')

test('an escape function that is set on the engine is called for every value', () => {
  const escape = (value) => ejs.escapeXML(value).replaceAll('`', '&#96;')
  const engine = Object.assign(Object.create(ejs), {
    Template: function (source, options) { return new ejs.Template(source, { escape, ...options }) }
  })
  const folder = viewFolder({ 'page.ejs': '<%= a %>' })
  expect(templatesOf('ejs', engine).load(folder.file('page.ejs')).render({ a: '`<' }).toString()).toBe('&#96;&lt;')
  folder.remove()
})
