'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { folderSize } = require('../../examples/package-browser/folder-size')
const { pageLinks } = require('../../examples/package-browser/page-links')
const { readReadme } = require('../../examples/package-browser/readme')
const { sourceUrl } = require('../../examples/package-browser/source-url')
const { viewFolder } = require('../support/view-folder')

let folder

beforeEach(() => { folder = viewFolder().file('.') })

describe('readReadme', () => {
  const base = 'https://github.com/a/b/blob/HEAD/'
  const render = (text) => {
    fs.writeFileSync(path.join(folder, 'ReadMe.md'), text)
    return readReadme(folder, base)
  }

  it.each([
    ['a script to text', '<script>alert(1)</script>', '<p>alert(1)</p>\n'],
    ['elements to their text', '<h1 align="center">\n  <img src=x onerror=alert(1)> A &amp; B\n</h1>', '<p>A &amp; B</p>\n'],
    ['the text of an element to text', '<div>&lt;script&gt;</div>', '<p>&lt;script&gt;</p>\n'],
    ['a comment to nothing', '<!-- <b>draft</b> -->', ''],
    ['elements in a line to their text', 'a <b onclick="x()">bold</b> word<br>', '<p>a bold word<br></p>\n'],
    ['an image to its text', '![a *b*](https://example.com/c.png)', '<p><span class="image">a b</span></p>\n'],
    ['an image without text to nothing', '![](c.png)', '<p></p>\n'],
    ['a link to javascript: to text', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
    ['a link into the sources to its URL', '[a](docs/a.md)', '<p><a href="https://github.com/a/b/blob/HEAD/docs/a.md">a</a></p>\n'],
    ['an external link to itself', '[a](https://example.com/)', '<p><a href="https://example.com/">a</a></p>\n'],
    ['a heading to the next level, with an anchor', '# What’s *new*?', '<h2 id="readme-whats-new">What’s <em>new</em>?</h2>\n'],
    ['a link to a heading to its anchor', '[a](#whats-new)', '<p><a href="#readme-whats-new">a</a></p>\n'],
    ['headings of the same text to different anchors', '## A\n## A', '<h2 id="readme-a">A</h2>\n<h2 id="readme-a-1">A</h2>\n'],
    ['headings that skip levels to the outline without gaps', '### A\n###### B\n##### C\n# D', '<h2 id="readme-a">A</h2>\n<h3 id="readme-b">B</h3>\n<h3 id="readme-c">C</h3>\n<h2 id="readme-d">D</h2>\n'],
    ['a heading without text to a paragraph', '# ![](logo.png)', '<p id="readme-logopng"></p>\n'],
    ['a link without text to its URL', '[<img src="c.png">](https://example.com/?a&b)', '<p><a href="https://example.com/?a&amp;b">https://example.com/?a&amp;b</a></p>\n'],
    ['a fence to code that takes the focus', '```js\na < b\n```', '<pre role="group" aria-label="Code" tabindex="0"><code class="language-js">a &lt; b\n</code></pre>\n'],
    ['indented lines to code that takes the focus', '    <pre>', '<pre role="group" aria-label="Code" tabindex="0"><code>&lt;pre&gt;\n</code></pre>\n']
  ])('turns %s', async (title, text, html) => {
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
