'use strict'

const { createRenderer } = require('../..')
const { fragmentsOf } = require('../support/fragments-of')
const { filesOf, languages } = require('../support/languages')
const { prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')

/** The text before and after the body in a large layout. */
const [HEAD, FOOT] = [prose(9000), prose(7000)].map((text) => text.replaceAll('\n', ' '))

test.each(languages)('$name: more than 95 % of the bytes of a large layout are in static fragments', async (language) => {
  const { extension, name, create } = language
  const folder = viewFolder(filesOf(language, language.laidOut(HEAD, `<p>${language.print('x')}</p>`, FOOT)))
  const { instance = name } = create(folder.file(''))
  const renderer = createRenderer({ views: folder.file(''), engines: { [extension]: instance } })
  const rendered = await renderer.render(`page.${extension}`, { x: '1' })
  expect(rendered.toString().replace(/\n/g, '')).toBe(`${HEAD}<p>1</p>${FOOT}`)
  const bytes = fragmentsOf(rendered).reduce((sum, { bytes }) => sum + bytes.length, 0)
  expect(bytes / Buffer.byteLength(HEAD + FOOT)).toBeGreaterThan(0.95)
})
