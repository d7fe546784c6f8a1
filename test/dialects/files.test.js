'use strict'

const { createRenderer, fragment } = require('../..')
const { LARGE } = require('../../lib/page/large-file')
const { viewFolder } = require('../support/view-folder')

/** An unescaped value in each language. */
const VIEWS = {
  'page.ejs': '<p><%- file %></p>',
  'page.eta': '<p><%~ it.file %></p>',
  'page.hbs': '<p>{{{file}}}</p>',
  'page.liquid': '<p>{{ file }}</p>',
  'page.mustache': '<p>{{{file}}}</p>',
  'page.njk': '<p>{{ file | safe }}</p>',
  'page.pug': 'p!= file'
}

/** Files that are no text. */
const FILES = { small: Buffer.from([0xff, 0xfe, 65]), large: Buffer.alloc(LARGE + 1, 0xff) }

let folder
beforeAll(() => { folder = viewFolder({ ...VIEWS, ...FILES }) })
afterAll(() => folder.remove())

describe.each(Object.keys(VIEWS).map((view) => view.replace('page.', '')))('in .%s', (extension) => {
  test.each(Object.keys(FILES))('the page has the bytes of a %s file', async (name) => {
    const renderer = createRenderer({ views: folder.file(''), extension })
    const page = await renderer.render('page', { file: fragment.file(name, { roots: folder.file('') }) })
    expect(page.toBuffer().equals(Buffer.concat([Buffer.from('<p>'), FILES[name], Buffer.from('</p>')]))).toBe(true)
  })
})
