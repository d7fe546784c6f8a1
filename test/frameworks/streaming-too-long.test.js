'use strict'

// Pages that no Buffer and no string can hold.

const fs = require('node:fs')
const bufferedRender = require('../..')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { expressApp } = require('../support/express-app')
const { expressVersions, koaVersions } = require('../support/frameworks')
const { afterNext, koaApp } = require('../support/koa-app')
const { platforms } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

const { Rendered, fragment, html } = bufferedRender

// A hole: such a file takes no place on the disk.
const LENGTH = 2 ** 31 + 5
const folder = viewFolder({ hole: '', 'page.ejs': '<p><%- file %>' })
fs.truncateSync(folder.file('hole'), LENGTH)

const file = () => fragment.file('hole', { roots: folder.file('.') })
const page = () => html`<p>${file()}`
const tooLong = expect.objectContaining({ message: expect.stringContaining('renderStream'), cause: expect.objectContaining({ message: expect.any(String) }) })

describe.each(platforms)('$platform: a file of more than 2 GB', ({ serve }) => {
  test.each([
    { way: 'send', header: ['content-length', String(LENGTH + 3)] },
    { way: 'stream', header: ['transfer-encoding', 'chunked'] }
  ])('is sent part by part, by $way', async ({ way, header }) => {
    const { listener } = serve({}, (exchange) => exchange[way](page()))
    const client = await clientOf(listener)
    await until(() => client.rest.length > 1e6)
    client.close()
    expect(client.head.status).toBe(200)
    expect(Object.entries(client.head.headers)).toContainEqual(header)
  })
})

test.each([
  { name: 'a Buffer', make: () => page().toBuffer() },
  { name: 'a string', make: () => String(page()) },
  { name: 'JSON', make: () => JSON.stringify({ page: page() }) },
  { name: 'a string, of fragments in memory', make: () => String(new Rendered(Array(600).fill(new StaticFragment('x'.repeat(2 ** 20))))) }
])('is an error that names renderStream, as $name', ({ make }) => {
  expect(() => make()).toThrow(RangeError)
  expect(() => make()).toThrow('renderStream')
})

test('an error of reading the file stays as it is', () => {
  const other = folder.file('other')
  fs.writeFileSync(other, '')
  fs.truncateSync(other, 2 ** 20)
  const late = fragment.file('other', { roots: folder.file('.') })
  fs.rmSync(other)
  expect(() => String(late)).toThrow('ENOENT')
})

describe.each(expressVersions)('Express $version, where other code needs a string', ({ express }) => {
  test.each([
    { name: 'a callback of res.render', handle: (req, res, next) => res.render('page', { file: file() }, (error, text) => error ? next(error) : res.send(text)) },
    { name: 'a character set of the app', handle: (req, res) => res.set('Content-Type', 'text/html; charset=latin1').send(page()) },
    { name: 'res.json', handle: (req, res) => res.json({ page: page() }) }
  ])('it is an error of the request, before the head: $name', async ({ handle }) => {
    const { app, ask, errors } = expressApp(express, bufferedRender(), handle)
    app.set('views', folder.file('.')).set('view engine', 'ejs')
    expect(await ask()).toMatchObject({ status: 500, body: Buffer.from('failed') })
    expect(errors).toEqual([tooLong])
  })
})

test.each(koaVersions)('Koa $version: it is an error of the request, where other middleware reads a page before it is complete', async ({ version, Koa }) => {
  const readAll = afterNext(async (ctx) => { ctx.body = Buffer.concat(await ctx.body.toArray()) })
  const { ask, errors } = koaApp(Koa, bufferedRender(), readAll, (ctx) => { ctx.body = html`<p>${Promise.resolve(file())}` })
  expect((await ask()).status).toBe(500)
  // Koa 2 itself reports the error of a stream that middleware reads as well.
  expect(errors).toEqual(version.startsWith('2') ? [tooLong, tooLong] : [tooLong])
})
