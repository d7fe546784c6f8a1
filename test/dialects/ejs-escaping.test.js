'use strict'

const { createRenderer } = require('../..')
const engines = require('../support/ejs-engines')
const texts = require('../support/hostile-texts')
const { viewFolder } = require('../support/view-folder')

const filler = '<p>lorem ipsum</p>'.repeat(30)
const positions = {
  escaped: '<%= x %>',
  raw: '<%- x %>',
  'an attribute': '<a title="<%= x %>" alt=\'<%= x %>\' id=<%= x %>>',
  'an expression': '<%= x + "<" %><%= [x, x] %><%= x && x %>',
  'a loop': '<% for (const y of [x]) { %><%= y %><%- y %><% } %>',
  'a function': '<% [x].forEach((y) => { %><%= y %><% }) %>',
  'an include': '<%- include("part", { y: x }) %>',
  'an include, escaped': '<%= include("part", { y: x }) %>',
  'other locals': '<%= o.x %><%= locals.x %><%= escapeFn(x) %>'
}

describe.each(engines)('EJS $version', ({ engine }) => {
  describe.each(['', filler])('beside %p', (before) => {
    test.each(Object.entries(positions))('%s', async (_, source) => {
      const folder = viewFolder({ 'page.ejs': before + source + before, 'part.ejs': `${before}<%= y %><%- y %>` })
      try {
        const stock = engine.compile(before + source + before, { filename: folder.file('page.ejs') })
        const renderer = createRenderer({ views: folder.file(''), engines: { ejs: engine }, cache: true })
        for (const x of texts) {
          const expected = stock({ x, o: { x } })
          const rendered = await renderer.render('page.ejs', { x, o: { x } })
          expect(rendered.toString()).toBe(expected)
          expect(rendered.toBuffer().equals(Buffer.from(expected))).toBe(true)
        }
      } finally {
        folder.remove()
      }
    })
  })
})
