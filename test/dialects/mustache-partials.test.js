'use strict'

const fs = require('node:fs')
const path = require('node:path')
const mustache = require('mustache')
const { read, tableOf } = require('../corpus/load')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

const { files, lookups } = read(path.join(__dirname, 'mustache-partials.yaml'))
const { file } = viewFolder(files)
fs.symlinkSync(file('secret.html'), file('views/link.html'))
fs.symlinkSync(file('views/part.html'), file('views/inner.html'))
fs.symlinkSync(file('views'), file('linked'))

/** Renders a template with the file name `name` and a lambda, `{{#say}}`, that renders its text twice. */
function render (name, source, options = { views: [file('views'), file('more')] }) {
  fs.writeFileSync(file(name), source)
  const say = () => (text, render) => render(`${text}`) + render(` ${text}`)
  return templatesOf('mustache', mustache, options).load(file(name)).render({ say }).toString()
}

test.each([
  ...tableOf(lookups),
  ['not below a file, and not by a name that is too long', 'views/t.html', `[{{>part.html/x}}{{>${'x'.repeat(5000)}}}]`, '[]']
])('looks a partial up %s', (_, name, source, expected) => {
  expect(render(name, source)).toBe(expected)
})

test('a folder of views may be a symbolic link or missing', () => {
  expect(render('linked/t.html', '{{>part}}{{>../secret}}', { views: [file('none'), file('linked')] })).toBe('part of the root')
})

test('a template outside of the folders of views uses the partials in its own folder and in those', () => {
  expect(render('more/t.html', '{{>more}} {{>page}}[{{>../secret}}]', { views: file('views') })).toBe('more page[]')
  expect(render('more/t.html', '{{>more}}[{{>page}}]', {})).toBe('more[]')
})

test('looks up any number of names and caches 1,000 of them', () => {
  const folder = viewFolder({ 'page.html': '{{#each}}{{/each}}', 'p1100.html': 'found' })
  const names = Array.from({ length: 1200 }, (_, n) => `{{>p${n}}}`)
  const each = () => (text, render) => names.map((name) => render(name)).join('')
  const template = templatesOf('mustache', mustache, { views: folder.file('') }).load(folder.file('page.html'))
  expect(template.render({ each }).toString()).toBe('found')
  expect(template.render({ each }).toString()).toBe('found')
  expect(template.program.source.compileContext.partials.cache.size).toBe(1000)
})

test('throws an error of the file system', () => {
  const denied = Object.assign(new Error('denied'), { code: 'EACCES' })
  const { statSync } = fs
  jest.spyOn(fs, 'statSync').mockImplementation((name, ...rest) => {
    if (name === file('views/part.html')) throw denied
    return statSync(name, ...rest)
  })
  expect(() => render('views/t.html', '{{>part}}')).toThrow(denied)
})
