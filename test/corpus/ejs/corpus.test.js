'use strict'

const fs = require('node:fs')
const path = require('node:path')

const corpus = require('.')
const engines = require('../../support/ejs-engines')
const { outcome } = require('../../support/outcome')

const views = path.join(__dirname, 'views')
let printed

beforeEach(() => {
  printed = ['log', 'info', 'warn', 'error'].map((method) => jest.spyOn(console, method))
})

afterEach(() => {
  for (const method of printed) expect(method).not.toHaveBeenCalled()
  jest.restoreAllMocks()
})

describe('the EJS corpus', () => {
  test('has at least 90 cases with different names', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(90)
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
  })

  test('has at least 60 different templates', () => {
    const sources = corpus.map(({ file }) => fs.readFileSync(file, 'latin1'))
    expect(new Set(sources).size).toBeGreaterThanOrEqual(60)
  })

  test('has locals and existing engines in every case', () => {
    const versions = engines.map(({ version }) => version)
    for (const { name, locals, engines: claimed } of corpus) {
      expect({ name, locals: locals.length }).not.toEqual({ name, locals: 0 })
      expect({ name, engines: claimed.length }).not.toEqual({ name, engines: 0 })
      expect(versions).toEqual(expect.arrayContaining(claimed))
    }
  })

  test('has no view that is not rendered', async () => {
    const loaded = new Set()
    for (const { engine } of engines) engine.fileLoader = load
    for (const each of corpus) await renderWithAll(each)
    for (const { engine } of engines) engine.fileLoader = fs.readFileSync
    expect([...loaded].sort()).toEqual(viewFiles().sort())

    function load (file) {
      const source = fs.readFileSync(file)
      loaded.add(file)
      return source
    }
  })
})

describe.each(engines)('EJS $version', ({ version, engine }) => {
  const claimed = corpus.filter((each) => each.engines.includes(version))

  test.each(claimed)('$name', async (each) => {
    const first = await render(engine, each)
    for (const one of first) expect(one).toHaveProperty(each.throws ? 'error' : 'output')
    expect(await render(engine, each)).toEqual(first)
  })
})

async function renderWithAll (each) {
  for (const { version, engine } of engines) {
    if (each.engines.includes(version)) await render(engine, each)
  }
}

function render (engine, { file, options, locals }) {
  return Promise.all(locals.map((make) => outcome(() => engine.renderFile(file, make(), options))))
}

function viewFiles () {
  return fs.readdirSync(views, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.editorconfig')
    .map((entry) => path.join(entry.parentPath, entry.name))
}
