'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { ROOT, deadLinks, documents, linksOf } = require('./markdown')
const { viewFolder } = require('../support/view-folder')

const PICTURE = /\.(?:png|svg)$/

/** Bytes of the packed library: documents and pictures can double it. */
const BYTES = 378_880

/** Lines of a page that is read from top to bottom; the others are tables to look things up. */
const LINES = 250
const LOOKED_UP = ['docs/benchmark.md', 'docs/languages.md']

/** @returns {string[]} the files of a folder that a pattern matches, as paths from `root` */
function filesIn (root, folder, pattern) {
  return fs.readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.posix.join(folder, file)).filter((file) => pattern.test(file)).sort()
}

function picturesShown (names, root) {
  return [...new Set(names.flatMap((name) => linksOf(name, root)).map(({ file }) => file).filter((file) => PICTURE.test(file)))].sort()
}

/** @returns {{ width: number, height: number }} of a PNG or an SVG; NaN if it is neither */
function sizeOf (file) {
  const bytes = fs.readFileSync(path.join(ROOT, file))
  if (bytes.toString('latin1', 1, 8) === 'PNG\r\n\x1a\n') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const [, width, height] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)"/.exec(bytes) ?? []
  return { width: Number(width), height: Number(height) }
}

describe('the packed library', () => {
  const folder = viewFolder().file('.')
  const root = path.join(folder, 'package')
  let names, size

  beforeAll(() => {
    const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] }))
    execFileSync('tar', ['xzf', packed.filename], { cwd: folder })
    size = packed.size
    names = filesIn(root, '', /\.md$/)
  })

  test('is small', () => {
    expect(size).toBeLessThanOrEqual(BYTES)
  })

  test('has no dead links', () => {
    expect(names).toEqual(expect.arrayContaining(['README.md', 'docs/README.md']))
    expect(names.flatMap((name) => deadLinks(name, root).map((link) => ({ name, ...link })))).toEqual([])
  })

  test('has only pictures that its documents show', () => {
    expect(filesIn(root, 'docs', PICTURE)).toEqual(picturesShown(names, root))
  })
})

test('documents show all pictures of docs/', () => {
  expect(filesIn(ROOT, 'docs', PICTURE)).toEqual(picturesShown(documents(), ROOT))
})

test.each(picturesShown(documents(), ROOT))('%s is a picture that fits on a page', (file) => {
  const { width, height } = sizeOf(file)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(100)
  expect(Math.max(width, height)).toBeLessThanOrEqual(4000)
  expect(fs.statSync(path.join(ROOT, file)).size).toBeLessThan(300_000)
})

test.each(filesIn(ROOT, 'docs', /\.md$/).filter((file) => !LOOKED_UP.includes(file)))('%s is short', (file) => {
  expect(fs.readFileSync(path.join(ROOT, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(LINES)
})
