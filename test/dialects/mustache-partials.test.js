'use strict'

const fs = require('node:fs')
const mustache = require('mustache')
const { templatesOf } = require('../support/templates-of')
const { viewFolder } = require('../support/view-folder')

const files = {
  'secret.html': 'SECRET',
  'views-too/near.html': 'SECRET',
  'views/page.html': 'page',
  'views/part.html': 'part of the root',
  'views/both.html': 'both of the root',
  'views/other.mustache': 'of another extension',
  'views/sub/part.html': 'part of sub',
  'views/sub/both.html': 'both of sub: {{>only}}',
  'views/sub/only.html': 'only in sub',
  'views/folder.html/part.html': 'in a folder like a file',
  'views/back\\slash.html': 'SECRET',
  'more/more.html': 'more',
  'more/part.html': 'part of more'
}

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
  ['in the folder of views', 'views/t.html', '{{>part}}', 'part of the root'],
  ['beside the template first', 'views/sub/t.html', '{{>part}}', 'part of sub'],
  ['then in the folder of views', 'views/sub/t.html', '{{>page}}', 'page'],
  ['below the folder of views', 'views/t.html', '{{>sub/part}}', 'part of sub'],
  ['below the folder of views, from a subfolder', 'views/sub/t.html', '{{>sub/part}}', 'part of sub'],
  ['in the next folder of views', 'views/t.html', '{{>more}}', 'more'],
  ['beside a template of the next folder first', 'more/t.html', '{{>part}}{{>page}}', 'part of morepage'],
  ['beside the partial that names it', 'views/t.html', '{{>sub/both}}', 'both of sub: only in sub'],
  ['beside the partial that names it, in a lambda', 'views/t.html', '{{#say}}{{>sub/both}}{{/say}}', 'both of sub: only in sub both of sub: only in sub'],
  ['above, within the folder of views', 'views/sub/t.html', '{{>../part}}', 'part of the root'],
  ['in the folder of views, by a path that starts with a slash', 'views/t.html', '{{>/part}}', 'part of the root'],
  ['by a link within the folder of views', 'views/t.html', '{{>inner}}', 'part of the root'],
  ['in a folder with the name of a file', 'views/t.html', '[{{>folder}}{{>folder.html/part}}]', '[in a folder like a file]'],
  ['not by another extension', 'views/t.html', '[{{>other}}{{>other.mustache}}{{>part.html}}]', '[]'],
  ['not above', 'views/t.html', '[{{>../secret}}{{>sub/../../secret}}{{>/../secret}}]', '[]'],
  ['not above, from a subfolder', 'views/sub/t.html', '[{{>../../secret}}]', '[]'],
  ['not in a folder whose name starts with that of the folder of views', 'views/t.html', '[{{>../views-too/near}}]', '[]'],
  ['not by a link to the outside', 'views/t.html', '[{{>link}}]', '[]'],
  ['not by backslashes', 'views/t.html', '[{{>..\\secret}}{{>sub\\part}}{{>back\\slash}}]', '[]'],
  ['not with NUL', 'views/t.html', '[{{>part\0}}]', '[]'],
  ['not below a file, and not by a name that is too long', 'views/t.html', `[{{>part.html/x}}{{>${'x'.repeat(5000)}}}]`, '[]'],
  ['not without a name', 'views/t.html', '[{{>}}{{>.}}{{>/}}]', '[]']
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
