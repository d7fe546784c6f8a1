'use strict'

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')
const yaml = require('js-yaml')
const MarkdownIt = require('markdown-it')
const { tableOf } = require('../corpus/load')
const { staleCitations } = require('./citations')
const { ROOT } = require('./markdown')

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8')

/** The sections that name code of lib/: of CONTRIBUTING.md, "Where to add what" with those below it. */
const NAMING = {
  'CONTRIBUTING.md': [
    'A dialect', 'An option', 'The validator', 'Why a view is left to the engine', 'Where bytes wait', 'A content coding'
  ],
  'tools/README.md': ['When an engine changes']
}

describe('the files and names that documents cite exist', () => {
  test('docs/architecture.md', () => {
    expect(staleCitations(read('docs/architecture.md'), { folder: 'docs' })).toEqual([])
  })

  test.each(Object.entries(NAMING))('%s', (file, sections) => {
    const source = read(file)
    for (const section of sections) expect(source).toMatch(new RegExp(`^#+ ${section}$`, 'm'))
    const hasNames = (section) => sections.includes(section)
    expect(staleCitations(source, { folder: path.dirname(file), hasNames })).toEqual([])
  })
})

test.each(tableOf(yaml.load(read('test/documents/citations.yaml'))))('%s', (_, source, stale) => {
  expect(staleCitations(source, { folder: '.' })).toEqual(stale)
})

test('the table of the layout agrees with the imports that ESLint allows', () => {
  const arrows = vm.runInNewContext(/const ARROWS = (\[[^]*?\n\])/.exec(read('eslint.config.js'))[1])
  const folders = fs.readdirSync(path.join(ROOT, 'lib'), { recursive: true })
    .filter((name) => fs.statSync(path.join(ROOT, 'lib', name)).isDirectory()).map((name) => `${name}/`)
  const allowedBy = Object.fromEntries(arrows.map(({ files: [files], allowed }) => {
    const pattern = new RegExp(`^${allowed}`)
    const isAllowed = (target) => specifiersOf(files, target).some((specifier) => pattern.test(specifier))
    return [files.replace('*.js', ''), isAllowed]
  }))
  const rows = importsOf(read('docs/architecture.md'))
  expect([...rows.keys()].sort()).toEqual([...Object.keys(allowedBy), 'lib/util/'].sort())
  for (const [folder, named] of rows) {
    const isAllowed = allowedBy[folder] ?? (() => false)
    expect({ folder, refused: named.filter((target) => !isAllowed(target)) }).toEqual({ folder, refused: [] })
    const isNamed = (target) => named.some((name) => target.startsWith(name)) || folder === `lib/${target}`
    const unnamed = folders.filter((target) => isAllowed(target) && !isNamed(target))
    expect({ folder, unnamed }).toEqual({ folder, unnamed: [] })
  }
})

/** @returns {string[]} how files of a folder require a folder or a file of lib/, without the first `../` */
function specifiersOf (files, target) {
  const whole = target.endsWith('/') ? `${target}any` : target.replace(/(?:\/index)?\.js$/, '')
  if (files.split('/').length === 3) return [whole]
  const [parent] = files.slice('lib/'.length).split('/')
  return [`../${whole}`, ...whole.startsWith(`${parent}/`) ? [whole.slice(parent.length + 1)] : []]
}

/** @returns {Map<string, string[]>} what the folders of lib/ may import, by the last column of the table */
function importsOf (source) {
  const tokens = new MarkdownIt().parse(source, {})
  const starts = tokens.flatMap(({ type }, index) => type === 'tr_open' ? [index] : [])
  const cells = starts.map((start) => [2, 5, 8].map((at) => tokens[start + at]))
  const codes = ({ children }) => children.filter(({ type }) => type === 'code_inline').map(({ content }) => content)
  const rows = cells.filter((row) => row[2]?.type === 'inline')
    .map(([folder, , imports]) => [codes(folder)[0], codes(imports)])
  return new Map(rows.filter(([folder]) => /^lib\/.*\/$/.test(folder)))
}
