'use strict'

const { verify } = require('../../bench/renderings')

describe('the pages of all renderers', () => {
  const child = (pageOf) => ({ ask: async (i) => Buffer.from(pageOf(i)).toString('base64') })

  test('have the length of the first page', async () => {
    const page = (i) => `<p>${i}</p>`
    expect(await verify({ ejs: child(page), 'buffered-render, ejs': child(page) })).toBe(8)
  })

  test('are compared byte by byte in the same language', async () => {
    const ours = child((i) => i === 15 ? '<p>ä</p>' : '<p>ö</p>')
    await expect(verify({ pug: child(() => '<p>ö</p>'), 'buffered-render, pug': ours })).rejects.toThrow(
      'page 16 of buffered-render, pug differs from that of pug: it differs at byte 4: "ä</p>" of 9 bytes, expected "ö</p>" of 9'
    )
  })

  test('are compared by their meaning in other languages', async () => {
    const children = { ejs: child(() => '<p>&#39;'), ghtml: child(() => "<p>'"), eta: child(() => '<p>"') }
    await expect(verify(children)).rejects.toThrow('page 1 of eta differs from that of ejs: it differs at byte 3')
  })
})
