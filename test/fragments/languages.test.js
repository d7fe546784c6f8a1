'use strict'

const { createRenderer, html } = require('../..')
const { filesOf, languages } = require('../support/languages')
const { viewFolder } = require('../support/view-folder')

/** Too short for a static fragment of a template, and long enough. */
const TEXTS = { short: '<b>&amp; Zoë</b>', long: '<i>世界 &lt;</i>'.repeat(100) }

const views = languages.map((language) => filesOf(language, { page: `<p>${language.raw('part')}</p>` }))
const folder = viewFolder(Object.assign({}, ...views))

describe.each(languages)('in .$extension', ({ extension, create }) => {
  test.each(Object.keys(TEXTS))('a %s fragment is one chunk of the page, loaded or found', async (name) => {
    const renderer = createRenderer({ views: folder.file(''), extension, cache: true })
    const part = renderer.cached('part', { ttl: 60_000 }, () => html.raw(TEXTS[name]))
    const pages = [await renderer.render('page', { part: await part() }), await renderer.render('page', { part: await part() })]
    const expected = await create(folder.file('.')).render('page', { part: TEXTS[name] })
    for (const page of pages) {
      expect(page.toString()).toBe(expected)
      expect(page.chunks).toEqual(['<p>', (await part()).chunks[0], '</p>'])
    }
    expect(String(pages[0].identityBytes)).toBe(String(pages[1].identityBytes))
  })

  test('a promise of a fragment that is printed is what any promise is, and is named once', async () => {
    const emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const renderer = createRenderer({ views: folder.file(''), extension, cache: true })
    const name = `printed in ${extension}`
    const part = renderer.cached(name, { ttl: 60_000 }, () => html.raw(TEXTS.long))
    const waits = extension === 'liquid'
    const expected = await create(folder.file('.')).render('page', { part: Promise.resolve(waits ? TEXTS.long : {}) })
    // While it is loaded, and when it is found.
    for (let i = 0; i < 3; i++) {
      expect(String(await renderer.render('page', { part: part() }))).toBe(expected)
      await part()
    }
    const warning = [expect.stringContaining(`The cached fragment "${name}" was printed without await`), { code: 'BUFFERED_RENDER_FRAGMENT' }]
    expect(emitWarning.mock.calls).toEqual(waits ? [] : [warning])
  })
})
