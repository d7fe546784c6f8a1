'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { folderSize } = require('../../examples/package-browser/folder-size')
const { pageLinks } = require('../../examples/package-browser/page-links')
const { readReadme } = require('../../examples/package-browser/readme')
const { sourceUrl } = require('../../examples/package-browser/source-url')
const { read, tableOf } = require('../corpus/load')
const { viewFolder } = require('../support/view-folder')

let folder

beforeEach(() => { folder = viewFolder().file('.') })

describe('readReadme', () => {
  const base = 'https://github.com/a/b/blob/HEAD/'
  const render = (text) => {
    fs.writeFileSync(path.join(folder, 'ReadMe.md'), text)
    return readReadme(folder, base)
  }

  it.each(tableOf(read(path.join(__dirname, 'readmes.yaml'))))('turns %s', async (title, text, html) => {
    expect(await render(text)).toBe(html)
  })

  it('turns a table to one that scrolls by itself, and whose headers have text', async () => {
    const html = await render('| | a |\n|---|---|\n| b | 1 |')
    expect(html).toMatch(/^<div class="scroll" role="group" aria-label="Table" tabindex="0">\n<table>[^]*<\/table>\n<\/div>\n$/)
    expect(html).toContain('<tr>\n<td></td>\n<th>a</th>\n</tr>')
  })

  it('omits the target of a relative link without a URL of the sources', async () => {
    fs.writeFileSync(path.join(folder, 'README'), '[a](docs/a.md)')
    expect(await readReadme(folder)).toBe('<p><a href="#readme">a</a></p>\n')
  })

  it('is empty for a package without a README', async () => {
    fs.writeFileSync(path.join(folder, 'README.de.md'), 'Hallo')
    expect(await readReadme(folder)).toBe('')
  })
})

it.each([
  [0, '0 kB'],
  [999, '1 kB'],
  [34567, '34.6 kB'],
  [1234567, '1.2 MB']
])('folderSize formats %i bytes as %s', async (bytes, text) => {
  fs.mkdirSync(path.join(folder, 'lib'))
  fs.writeFileSync(path.join(folder, 'lib', 'index.js'), Buffer.alloc(Math.floor(bytes / 2)))
  fs.writeFileSync(path.join(folder, 'package.json'), Buffer.alloc(Math.ceil(bytes / 2)))
  expect(await folderSize(folder)).toBe(text)
})

describe('pageLinks', () => {
  it.each([
    [1, 1, '[1]'],
    [1, 2, '[1] 2'],
    [3, 5, '1 2 [3] 4 5'],
    [1, 9, '[1] 2 … 9'],
    [5, 9, '1 … 4 [5] 6 … 9'],
    [9, 9, '1 … 8 [9]']
  ])('shows, on page %i of %i, %s', (page, lastPage, shown) => {
    const { previous, next, numbers } = pageLinks('', page, lastPage)
    const texts = numbers.map(({ number, current, afterGap }) => {
      return (afterGap ? '… ' : '') + (current ? `[${number}]` : number)
    })
    expect(texts.join(' ')).toBe(shown)
    expect(previous).toBe(page > 1 ? `/?page=${page - 1}` : undefined)
    expect(next).toBe(page < lastPage ? `/?page=${page + 1}` : undefined)
  })

  it('keeps the search text', () => {
    expect(pageLinks('a & b', 1, 2).next).toBe('/?q=a+%26+b&page=2')
  })
})

it.each([
  [{ url: 'git+https://github.com/a/b.js.git' }, 'https://github.com/a/b.js/blob/HEAD/'],
  [{ url: 'git@github.com:a/b.git', directory: 'packages/c' }, 'https://github.com/a/b/blob/HEAD/packages/c/'],
  [{ url: 'https://github.com/a/b/tree/main/c' }, 'https://github.com/a/b/blob/HEAD/'],
  ['github:a/b', 'https://github.com/a/b/blob/HEAD/'],
  ['a/b', 'https://github.com/a/b/blob/HEAD/'],
  ['https://gitlab.com/a/b', undefined],
  [{ directory: 'c' }, undefined],
  [undefined, undefined]
])('sourceUrl of %j is %s', (repository, url) => {
  expect(sourceUrl(repository)).toBe(url)
})
