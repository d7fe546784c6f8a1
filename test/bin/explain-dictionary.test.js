'use strict'

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const ejs = require('ejs')
const { createRenderer, html } = require('../..')
const { measurePage } = require('../../bin/explain/measure')
const { Dictionary } = require('../../lib/codings/dcz/dictionary')
const { exchange } = require('../support/exchange')
const { outcome } = require('../support/outcome')
const { prose } = require('../support/prose')
const { viewFolder } = require('../support/view-folder')
const { jsonOf, runHere } = require('./command')

const LOCALS = { title: 'Keemun', text: prose(300, 7) }

const folder = viewFolder({
  'views/broken.ejs': '<p>\n<%- title',
  'views/page.ejs': `<h1><%= title %></h1>\n<p>${prose(1500, 1)}</p>\n<%- include('part', { text }) %>`,
  'views/part.ejs': `<p>${prose(1500, 2)}</p>\n<p><%= text %></p>\n<p>${prose(1500, 3)}</p>`,
  'data.json': JSON.stringify(LOCALS),
  'static.json': '{ "compress": "static" }'
})

const cwd = folder.file('.')
const explain = (...args) => jsonOf(runHere, ['explain', ...args, '--dictionary'], { cwd })

/** Renders by a renderer with a dictionary, for a client that has it. */
async function sentWithDictionary (options) {
  const renderer = createRenderer({ ...options, views: folder.file('views'), extension: 'ejs', dictionary: { views: ['page'] } })
  await renderer.precompile([])
  const listener = async (req, res) => renderer.sendDictionary(req, res) || renderer.send(req, res, await renderer.render('page', LOCALS))
  const visit = { 'Accept-Encoding': 'gzip, zstd, dcz', 'Sec-Fetch-Dest': 'document' }
  const { headers: { link } } = await exchange(listener, { headers: visit })
  const { body } = await exchange(listener, { path: /<(.*?)>/.exec(link)[1] })
  return exchange(listener, { headers: { ...visit, 'Available-Dictionary': `:${createHash('sha256').update(body).digest('base64')}:` } })
}

test.each([
  { compress: 'as it is by default', args: [] },
  { compress: 'static', args: ['--options', 'static.json'] }
])('compress $compress: the page of a view and its partial is as long as what is sent', async ({ args, compress }) => {
  const { headers } = await sentWithDictionary(args.length > 0 ? { compress } : {})
  expect(headers['content-encoding']).toBe('dcz')
  const { code, views: [{ page }], totals } = await explain('views/page.ejs', '--data', 'data.json', ...args)
  expect({ code, bytes: page.dictionaryBytes }).toEqual({ code: 0, bytes: Number(headers['content-length']) })
  expect(totals.page.dictionaryBytes).toBe(page.dictionaryBytes)
})

test('without data, the static text of a view has a few bytes', async () => {
  const { views: [view], totals } = await explain('views/page.ejs')
  expect(view.static.zlibBytes).toBeGreaterThan(500)
  // RFC 9842, section 5, has 40 bytes before the frame.
  expect(view.static.dictionaryBytes).toBeGreaterThan(40)
  expect(view.static.dictionaryBytes).toBeLessThan(100)
  expect(totals.static.dictionaryBytes).toBe(view.static.dictionaryBytes)
})

test.each([
  { args: [], column: 'static' },
  { args: ['--data', 'data.json'], column: 'page' }
])('the table has a column of it with the option: $args', async ({ args, column }) => {
  const lines = async (...more) => (await runHere(['explain', 'views/page.ejs', ...args, ...more], { cwd })).stdout.split('\n')
  const isHead = (line) => /^view .* dcz$/.test(line)
  expect((await lines()).some(isHead)).toBe(false)
  const [titles, head] = await lines('--dictionary')
  expect(titles).toMatch(new RegExp(`${column},$`))
  expect(isHead(head)).toBe(true)
})

test('a view that does not compile has the message of the engine', async () => {
  const file = fs.realpathSync(folder.file('views/broken.ejs'))
  const { code, views } = await explain('views')
  const { error: { message } } = await outcome(() => ejs.compile(fs.readFileSync(file, 'utf8'), { filename: file }))
  expect(code).toBe(1)
  expect(views.find(({ name }) => name === 'broken.ejs').findings).toEqual([{ kind: 'does-not-compile', reason: message }])
})

test('pages of more than 8 MB are never sent with a dictionary', () => {
  const page = (length) => html`<p>${'x'.repeat(length)}</p>`
  const bytesOf = (length) => measurePage(page(length), { threshold: Infinity }, new Dictionary([], 1)).dictionaryBytes
  expect(bytesOf(8 * 2 ** 20 - 7)).toBeGreaterThan(40)
  expect(bytesOf(8 * 2 ** 20)).toBe(null)
})
