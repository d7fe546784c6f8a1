'use strict'

const fs = require('node:fs')
const path = require('node:path')
const MarkdownIt = require('markdown-it')
const { dependencies, files, scripts, version } = require('../../package.json')
const { ROOT, deadLinks, documents, linksOf, readDocument } = require('./markdown')

const names = documents()

describe.each(names)('%s', (name) => {
  test('has no dead links', () => {
    expect(deadLinks(name)).toEqual([])
  })

  // A comment at the beginning of a line ends the paragraph before it, and the rest of the line is HTML, not Markdown.
  test('has no text behind a comment at the beginning of a line', () => {
    const blocks = new MarkdownIt({ html: true }).parse(fs.readFileSync(path.join(ROOT, name), 'utf8'), {}).filter(({ type }) => type === 'html_block')
    expect(blocks.filter(({ content }) => content.replace(/<!--.*?-->/gs, '').trim() !== '')).toEqual([])
  })
})

test('every document with programs has a test', () => {
  const tested = fs.readdirSync(__dirname).filter((file) => file.endsWith('.test.js'))
    .flatMap((file) => [...fs.readFileSync(path.join(__dirname, file), 'utf8').matchAll(/documentSuite\('([\w/.-]+)'/g)].map(([, name]) => name))
  const withPrograms = names.filter((name) => /^(README\.md|docs\/)/.test(name) && readDocument(name).fences.some(({ isProgram }) => isProgram))
  // The next test reads docs/dialects.md.
  expect(tested.sort()).toEqual(withPrograms.filter((name) => name !== 'docs/dialects.md').sort())
})

test('docs/dialects.md quotes only code of the example', () => {
  const example = ['app.js', 'squirrelly.js'].map((file) => fs.readFileSync(path.join(ROOT, 'examples/dialect', file), 'utf8'))
  const { fences } = readDocument('docs/dialects.md')
  expect(fences.length).toBeGreaterThan(10)
  expect(fences.filter(({ source }) => !example.some((code) => code.includes(`\n${source}`)))).toEqual([])
  expect(example[1].split('\n').length - 1).toBeLessThanOrEqual(120)
})

test('docs/README.md links all packed documents, and names the others', () => {
  const unpacked = files.filter((file) => file.startsWith('!')).map((file) => file.slice(1))
  const packed = names.filter((name) => name.startsWith('docs/') && name !== 'docs/README.md' && !unpacked.includes(name))
  expect(linksOf('docs/README.md').map(({ file }) => file)).toEqual(expect.arrayContaining(packed))
  const source = fs.readFileSync(path.join(ROOT, 'docs/README.md'), 'utf8')
  expect(unpacked.filter((file) => !source.includes(`\`${file}\``))).toEqual([])
})

describe('the changelog', () => {
  const releases = fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1).map((text) => text.split(/\n(?=### )/)[0])

  // So that no document describes what a version of that name does not have.
  test('begins with this version', () => {
    expect(releases[0]).toMatch(new RegExp(`^\\[${version}\\] - (?:unreleased|\\d{4}-\\d\\d-\\d\\d)\n`))
  })

  test.each(releases)('has three lines for those who upgrade to %.7s', (release) => {
    expect(release).toMatch(/^\[.*\n\n(?:- .{10,140}\n){3}$/)
  })
})

test('the README is short', () => {
  expect(fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(200)
})

test('every dependency is explained', () => {
  const source = fs.readFileSync(path.join(ROOT, 'docs/production.md'), 'utf8')
  const [reasons] = /^- \*\*Dependencies\.\*\*.*?(?=^- )/ms.exec(source)
  const named = [...reasons.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(dependencies).sort())
  expect(requiredPackages().sort()).toEqual(named)
})

test('the documents name existing scripts only', () => {
  const used = names.flatMap((name) => [...fs.readFileSync(path.join(ROOT, name), 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script))
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test', ...used]))
})

function requiredPackages () {
  const files = ['lib', 'bin'].flatMap((folder) => fs.readdirSync(path.join(ROOT, folder), { recursive: true }).map((file) => path.join(ROOT, folder, file)))
  const found = files.filter((file) => file.endsWith('.js')).flatMap((file) => {
    const source = fs.readFileSync(file, 'utf8')
    return [...source.matchAll(/require\('([^.:']+)'\)/g)].map(([, name]) => name)
  })
  return [...new Set(found)].sort()
}
