'use strict'

const { Eta } = require('eta')
const { renderFile } = require('ejs')
const { exchange } = require('../support/exchange')
const { platforms } = require('../support/platforms')
const { clientOf } = require('../support/raw-client')
const { stalled } = require('../support/stalled')
const { until } = require('../support/until')
const { viewFolder } = require('../support/view-folder')

/** Views that read rows in several ways: an iterable that is a local itself, one in a local, by `await`, by `continue`, in an include. */
const VIEWS = {
  top: '<% for await (const row of IT.rows) { %><p><%= row %></p><% } %>',
  nested: '<% for await (const row of IT.data.rows) { %><p><%= row %></p><% } %>',
  continued: '<% for await (const row of IT.data.rows) { %><p><%= row %></p><% continue } %>',
  awaited: '<% const all = IT.data.rows[Symbol.asyncIterator](); try { for (let each; !(each = await all.next()).done;) { %><p><%= each.value %></p><% } } finally { await all.return() } %>',
  printed: '<% const all = IT.data.rows[Symbol.asyncIterator](); try { for (;;) { %><p><%= ((await all.next()).value ?? IT.stop()) %></p><% } } catch (error) { if (error !== IT.data.rows) throw error } finally { await all.return() } %>'
}
const INCLUDES = {
  ejs: '<%- await include("nested", locals) %>',
  eta: '<%~ await includeAsync("nested", it) %>'
}
const NAMES = [...Object.keys(VIEWS), 'included']
const LANGUAGES = [['ejs', 'locals'], ['eta', 'it']]

const folder = viewFolder(Object.fromEntries(LANGUAGES.flatMap(([language, locals]) => [
  ...Object.entries(VIEWS).map(([name, view]) => [`${name}.${language}`, `<main>${view.replaceAll('IT', locals)}</main>`]),
  [`included.${language}`, `<main>${INCLUDES[language]}</main>`]
])))

const ROW = 'a row '.repeat(10_000)

/** Rows that count how many were produced, and whether they were given up or read to their end. */
class Rows {
  produced = 0
  isReturned = false

  constructor (count) {
    this.count = count
  }

  async * [Symbol.asyncIterator] () {
    try {
      while (this.produced < this.count) {
        await new Promise(setImmediate)
        yield `${this.produced++} ${ROW}`
      }
    } finally {
      this.isReturned = true
    }
  }
}

const localsOf = (rows) => ({ rows, data: { rows }, stop: () => { throw rows } })

const byEngine = {
  ejs: (name, locals) => renderFile(folder.file(`${name}.ejs`), locals, { async: true }),
  eta: (name, locals) => new Eta({ views: folder.file('.') }).renderAsync(name, locals)
}

const frameworks = platforms.filter(({ platform }) => platform !== 'node:http')
const cases = frameworks.flatMap(({ platform, serve }) => LANGUAGES.flatMap(([language]) => NAMES.map((name) => [`${platform}, ${name}.${language}`, { serve, language, name }])))

describe.each(cases)('%s', (title, { serve, language, name }) => {
  const serveRows = (rows) => {
    const options = { views: folder.file('.'), extension: language, engineOptions: { async: true }, compress: false }
    return serve(options, ({ stream }) => stream(`${name}.${language}`, localsOf(rows)))
  }

  test('sends what the engine renders', async () => {
    const { listener, errors } = serveRows(new Rows(30))
    const { body } = await exchange(listener)
    expect(errors).toEqual([])
    expect(String(body)).toBe(await byEngine[language](name, localsOf(new Rows(30))))
  })

  test('reads no rows while its client does not, and none once it has left', async () => {
    const rows = new Rows(Infinity)
    const { listener } = serveRows(rows)
    const client = await clientOf(listener)
    client.socket.pause()
    // What an include prints is no part of the page before its end.
    if (name === 'included') {
      await until(() => rows.produced > 0)
    } else {
      await stalled(() => rows.produced)
      expect(rows.produced).toBeLessThan(500)
    }
    client.close()
    await until(() => rows.isReturned)
  }, 20_000)
})
