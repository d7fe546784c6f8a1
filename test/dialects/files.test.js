'use strict'

const { createRenderer, fragment } = require('../..')
const { LARGE } = require('../../lib/page/large-file')
const { filesOf, languages } = require('../support/languages')
const { viewFolder } = require('../support/view-folder')

/** Files that are no text. */
const FILES = { small: Buffer.from([0xff, 0xfe, 65]), large: Buffer.alloc(LARGE + 1, 0xff) }

const views = languages.map((language) => filesOf(language, { page: `<p>${language.raw('file')}</p>` }))
const folder = viewFolder(Object.assign({}, ...views, FILES))

describe.each(languages)('in .$extension', ({ extension }) => {
  test.each(Object.keys(FILES))('the page has the bytes of a %s file', async (name) => {
    const renderer = createRenderer({ views: folder.file(''), extension })
    const page = await renderer.render('page', { file: fragment.file(name, { roots: folder.file('') }) })
    expect(page.toBuffer().equals(Buffer.concat([Buffer.from('<p>'), FILES[name], Buffer.from('</p>')]))).toBe(true)
  })
})
