'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { measureApp } = require('../../bench/apps')
const apps = require('../../bench/apps/list')
const { summarizeApps } = require('../../bench/apps/summary')
const progress = require('../../bin/measure/progress')
const { viewFolder } = require('../support/view-folder')

const from = (name) => JSON.stringify(require.resolve(name))

let folder

beforeEach(() => {
  folder = viewFolder().file('.')
  jest.spyOn(progress, 'show').mockReturnValue()
})

/** Measures an app that sends a list, where the line of this library is, in the form that is added to real ones. */
async function measure (item, { hasCompression } = {}) {
  const [, , line] = apps.kutt.additions[0]
  fs.writeFileSync(path.join(folder, 'list.ejs'), `<ul>${'<li>one</li>'.repeat(200)}</ul><p><%= n %></p>`)
  fs.writeFileSync(path.join(folder, 'server.js'), `
    const app = require(${from('express')})().set('views', __dirname).set('view engine', 'ejs').engine('ejs', require(${from('ejs')}).__express)
    ${hasCompression ? `app.use(require(${from('compression')})())` : ''}
    ${line.replace("'buffered-render'", from('../../lib'))}
    app.get('/', (req, res) => res.render('list', { n: ${item} }))
    app.listen(process.env.PORT, '127.0.0.1')`)
  return measureApp({ name: 'list', title: 'a list', license: 'MIT', main: 'server.js', hasCompression }, folder, { pairs: 1 })
}

test('an app is measured in each way, and its pages are compared', async () => {
  const measured = await measure('req.query.n', { hasCompression: true })
  const answered = (coding) => ({ bytes: expect.any(Number), coding })
  const groups = [{ alone: [expect.any(Number)], ours: [expect.any(Number)] }]
  expect(measured).toEqual({
    name: 'list',
    title: 'a list',
    license: 'MIT',
    compared: 600,
    ways: [
      { way: 'plain', alone: answered('identity'), ours: answered('identity'), groups },
      { way: 'browser', alone: answered('br'), ours: answered('br'), groups },
      { way: 'encoded', alone: answered('br'), ours: answered('gzip'), groups }
    ]
  })
  const { header, rows } = summarizeApps([measured])
  expect(rows.map((cells) => cells[0])).toEqual(['a list, without compression', 'a list, asked by a browser', 'a list, asked by a browser, `compress: true`'])
  expect(header).toHaveLength(rows[0].length)
})

test('another page is an error', async () => {
  await expect(measure('process.env.BENCH_OPTIONS ? 5 : 6')).rejects.toThrow(/^Page 1 with this library differs at byte \d+: "5/)
})
