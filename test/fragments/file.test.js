'use strict'

const { randomBytes } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const express = require('express')
const bufferedRender = require('../..')
const { exchange } = require('../support/exchange')
const { replace } = require('../support/replaced')
const { LARGE, LargeFile } = require('../../lib/page/large-file')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { viewFolder } = require('../support/view-folder')

const { fragment, html, Rendered } = bufferedRender

const folder = viewFolder({
  'public/page.css': 'p { color: red }',
  'public/deep/page.css': 'deep',
  'public/..hidden': 'hidden',
  'other/page.css': 'other',
  'other/only.css': 'only',
  'public-not/page.css': 'not',
  'secret.txt': 'secret',
  'public/empty': ''
})

const roots = folder.file('public')
const compositionOf = ({ identityBytes }) => String(identityBytes)
const write = (name, bytes) => {
  const file = folder.file(path.join('public', name))
  fs.writeFileSync(file, bytes)
  return file
}

describe('a file', () => {
  const bytes = Buffer.concat([Buffer.from('<b>&\ufeffZoë 世界\r\n\0'), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]), Buffer.alloc(2000, 'x')])
  const file = write('bytes', bytes)

  test('is a page of its bytes, without decoding', () => {
    const rendered = fragment.file(file, { roots })
    expect(rendered).toBeInstanceOf(Rendered)
    expect(rendered.chunks).toEqual([expect.any(StaticFragment)])
    expect(rendered.byteLength).toBe(bytes.length)
    expect(rendered.toBuffer().equals(bytes)).toBe(true)
    expect(rendered.toString()).toBe(bytes.toString())
    expect(rendered.isLarge).toBe(false)
  })

  test('is spliced into a page unchanged', async () => {
    const rendered = fragment.file(file, { roots })
    const page = html`<pre>${rendered}</pre>${[rendered]}`
    const expected = Buffer.concat([Buffer.from('<pre>'), bytes, Buffer.from('</pre>'), bytes])
    expect(page.chunks).toEqual(['<pre>', rendered.chunks[0], '</pre>', rendered.chunks[0]])
    expect(page.toBuffer().equals(expected)).toBe(true)
    expect((await html`<pre>${Promise.resolve(rendered)}</pre>${rendered}`).toBuffer().equals(expected)).toBe(true)
  })

  test('has the composition of its bytes', () => {
    const copy = write('copy', bytes)
    const composition = compositionOf(fragment.file(file, { roots }))
    expect(compositionOf(fragment.file(copy, { roots }))).toBe(composition)
    expect(compositionOf(fragment.file(write('another', `${bytes}!`), { roots }))).not.toBe(composition)
    expect(compositionOf(new Rendered([new StaticFragment(undefined, bytes)]))).toBe(composition)
  })

  test('may be empty', () => {
    const rendered = fragment.file('empty', { roots })
    expect(rendered.byteLength).toBe(0)
    expect(html`<p>${rendered}</p>`.toString()).toBe('<p></p>')
  })
})

describe('the size of a file', () => {
  test.each([
    { name: 'below what is large', size: LARGE - 1, isLarge: false, Chunk: StaticFragment },
    { name: 'of what is large', size: LARGE, isLarge: true, Chunk: LargeFile },
    { name: 'above what is large', size: LARGE + 1, isLarge: true, Chunk: LargeFile }
  ])('$name', ({ size, isLarge, Chunk }) => {
    const bytes = randomBytes(size)
    const rendered = fragment.file(write('sized', bytes), { roots, watch: true })
    expect(rendered.chunks[0]).toBeInstanceOf(Chunk)
    expect(rendered.isLarge).toBe(isLarge)
    expect(html`<p>${rendered}`.isLarge).toBe(isLarge)
    expect(html`<p>${rendered}`.byteLength).toBe(size + 3)
    expect(rendered.toBuffer().equals(bytes)).toBe(true)
    expect(rendered.toString() === bytes.toString()).toBe(true)
  })

  test('alone decides that a file is large: it is not read', () => {
    const file = write('large', Buffer.alloc(LARGE))
    const spies = ['readFileSync', 'openSync', 'readSync'].map((name) => jest.spyOn(fs, name))
    const rendered = fragment.file(file, { roots })
    expect([rendered.byteLength, html`<p>${rendered}`.byteLength, compositionOf(rendered).length > 0]).toEqual([LARGE, LARGE + 3, true])
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  test('and time are not all that tells two large ones apart', () => {
    const compositions = ['public', 'other', 'public'].map((name) => {
      const file = folder.file(`${name}/same.bin`)
      fs.writeFileSync(file, Buffer.alloc(LARGE, name))
      fs.utimesSync(file, 1, 2)
      return compositionOf(fragment.file('same.bin', { roots: folder.file(name) }))
    })
    expect(compositions[1]).not.toBe(compositions[0])
    expect(compositions[2]).toBe(compositions[0])
  })

  test('says no more than its time does: another one of the same size has another composition', () => {
    const file = write('large', Buffer.alloc(LARGE, 1))
    const composition = compositionOf(fragment.file(file, { roots, watch: true }))
    fs.writeFileSync(file, Buffer.alloc(LARGE, 2))
    fs.utimesSync(file, 1, 2)
    const changed = fragment.file(file, { roots, watch: true })
    expect(compositionOf(changed)).not.toBe(composition)
    expect(changed.toBuffer()[0]).toBe(2)
  })
})

describe('the roots', () => {
  const text = (file, options) => fragment.file(file, options).toString()

  test('are searched in order', () => {
    const both = [folder.file('public'), folder.file('other')]
    expect(text('page.css', { roots: both })).toBe('p { color: red }')
    expect(text('page.css', { roots: both.toReversed() })).toBe('other')
    expect(text('only.css', { roots: both })).toBe('only')
    expect(text('deep/page.css', { roots: both })).toBe('deep')
    write('taken', 'a file')
    fs.mkdirSync(folder.file('other/taken'))
    fs.writeFileSync(folder.file('other/taken/page.css'), 'in a folder')
    expect(text('taken/page.css', { roots: both })).toBe('in a folder')
  })

  test('may be relative, and default to the working directory', () => {
    const relative = path.relative(process.cwd(), roots)
    expect(text('page.css', { roots: relative })).toBe('p { color: red }')
    expect(text('package.json')).toBe(fs.readFileSync('package.json', 'utf8'))
    expect(text('package.json', { roots: undefined })).toBe(fs.readFileSync('package.json', 'utf8'))
  })

  test('may have links to themselves, and be one', () => {
    fs.symlinkSync('public', folder.file('linked'))
    fs.symlinkSync('deep/page.css', folder.file('public/inner.css'))
    expect(text('page.css', { roots: folder.file('linked') })).toBe('p { color: red }')
    expect(text('inner.css', { roots })).toBe('deep')
    expect(text(folder.file('linked/page.css'), { roots: folder.file('linked') })).toBe('p { color: red }')
  })

  test('accept a path that is absolute or has dots, if it is within', () => {
    expect(text(folder.file('public/page.css'), { roots })).toBe('p { color: red }')
    expect(text('deep/../page.css', { roots })).toBe('p { color: red }')
    expect(text('./deep/./page.css', { roots })).toBe('deep')
    expect(text('../public/page.css', { roots })).toBe('p { color: red }')
  })

  test('may not exist', () => {
    const both = [folder.file('missing'), folder.file('public')]
    for (const file of ['page.css', folder.file('public/page.css')]) expect(text(file, { roots: both })).toBe('p { color: red }')
    expect(() => text(folder.file('public/page.css'), { roots: folder.file('missing') })).toThrow(`was not found in "${folder.file('missing')}"`)
  })

  test('that are relative depend on the current working directory', () => {
    const before = process.cwd()
    try {
      for (const [cwd, expected] of [['public', 'p { color: red }'], ['other', 'other'], ['public', 'p { color: red }']]) {
        process.chdir(folder.file(cwd))
        for (const options of [{ watch: false }, { watch: false, roots: '.' }]) expect(text('page.css', options)).toBe(expected)
      }
    } finally {
      process.chdir(before)
    }
  })

  test('are distinguished, whatever their names contain', () => {
    const names = ['a', 'b', 'a,b']
    for (const name of names) {
      fs.mkdirSync(folder.file(name))
      fs.writeFileSync(folder.file(`${name}/file`), name)
    }
    const root = (name) => folder.file(name)
    expect(text('file', { roots: [root('a'), 'b'], watch: false })).toBe('a')
    expect(text('file', { roots: `${root('a')},b`, watch: false })).toBe('a,b')
  })
})

describe('a name that begins with a dot', () => {
  fs.mkdirSync(folder.file('public/.git'))
  fs.writeFileSync(folder.file('public/.git/config'), 'secret')
  fs.writeFileSync(folder.file('public/.env'), 'secret')
  fs.symlinkSync('.env', folder.file('public/environment'))
  fs.symlinkSync('public', folder.file('.root'))

  test.each([
    { file: '.env', name: '.env' },
    { file: 'deep/../.env', name: '.env' },
    { file: '.git/config', name: '.git' },
    { file: '..hidden', name: '..hidden' },
    { file: folder.file('public/.env'), name: '.env' },
    { file: folder.file('public/.env'), name: '.env', roots: folder.file('.root') }
  ])('is refused: $file', ({ file, name, roots: given = roots }) => {
    const message = `File ${JSON.stringify(file)} is refused, because "${name}" begins with a dot`
    for (const watch of [true, false]) expect(() => fragment.file(file, { roots: given, watch })).toThrow(message)
  })

  test('is refused by `send` for the same paths', async () => {
    const app = express().use(express.static(roots))
    for (const url of ['/.env', '/.git/config', '/..hidden']) expect(await exchange(app, { path: url })).toMatchObject({ status: 404 })
    expect(await exchange(app, { path: '/environment' })).toMatchObject({ status: 200 })
  })

  test('may be that of a root, or of the file behind a link', () => {
    expect(fragment.file('page.css', { roots: folder.file('.root') }).toString()).toBe('p { color: red }')
    expect(fragment.file('environment', { roots }).toString()).toBe('secret')
  })
})

describe('the cache', () => {
  const use = (name, options) => fragment.file(name, { roots, watch: false, ...options })
  const { renderer } = bufferedRender()
  beforeEach(() => renderer.clear())

  test('is in the stats of every renderer', () => {
    const before = renderer.stats().files
    use('page.css')
    use('page.css')
    use('deep/page.css')
    const { hits, misses, entries, bytes } = bufferedRender().renderer.stats().files
    expect({ hits: hits - before.hits, misses: misses - before.misses, entries }).toEqual({ hits: 1, misses: 2, entries: 2 })
    expect(bytes).toBeGreaterThan(20)
    expect(before).toMatchObject({ entries: 0, bytes: 0 })
  })

  test('is empty after clear()', () => {
    const first = use('page.css')
    expect(use('page.css')).toBe(first)
    renderer.clear()
    expect(use('page.css')).not.toBe(first)
  })

  test('holds 64 MB', () => {
    const { files } = renderer.stats()
    const bytes = Buffer.alloc(900 * 1024)
    const written = Array.from({ length: 80 }, (_, i) => use(path.basename(write(`big-${i}`, bytes))))
    const { bytes: held, evictions } = renderer.stats().files
    expect(held).toBeLessThanOrEqual(64 * 1024 * 1024)
    expect(held).toBeGreaterThan(63 * 1024 * 1024)
    expect(evictions).toBeGreaterThan(files.evictions)
    expect(use('big-79')).toBe(written[79])
    expect(use('big-0')).not.toBe(written[0])
  })
})

describe('a path without a file in the roots', () => {
  fs.symlinkSync('../secret.txt', folder.file('public/link'))
  fs.symlinkSync('..', folder.file('public/up'))
  fs.symlinkSync('nowhere', folder.file('public/dangling'))
  fs.symlinkSync('loop', folder.file('public/loop'))

  test.each([
    { name: 'nothing', file: 'missing.css' },
    { name: 'a folder', file: 'deep' },
    { name: 'the root', file: '.' },
    { name: 'a way up', file: '../secret.txt' },
    { name: 'a way up further below', file: 'deep/../../secret.txt' },
    { name: 'an absolute path outside', file: folder.file('secret.txt') },
    { name: 'a folder whose name begins as that of the root', file: '../public-not/page.css' },
    { name: 'a link that leads out', file: 'link' },
    { name: 'a link to a folder that leads out', file: 'up/secret.txt' },
    { name: 'a link to nothing', file: 'dangling' },
    { name: 'a link to itself', file: 'loop' },
    { name: 'below a file', file: 'page.css/page.css' },
    { name: 'a name that is too long', file: 'x'.repeat(5000) },
    { name: 'a NUL', file: 'page.css\0' },
    { name: 'a NUL before another ending', file: 'page.css\0.png' },
    { name: 'an encoded way up', file: '%2e%2e/secret.txt' },
    { name: 'backslashes', file: '..\\secret.txt' }
  ])('causes an error that names both: $name', ({ file }) => {
    for (const watch of [true, false]) {
      expect(() => fragment.file(file, { roots, watch })).toThrow(new Error(`File ${JSON.stringify(file)} was not found in "${roots}"`))
    }
  })

  test('is one with several roots, and one that is not there', () => {
    const missing = folder.file('missing')
    expect(() => fragment.file('page.css', { roots: [missing, folder.file('public/deep/deeper')] })).toThrow(`File "page.css" was not found in "${missing}", "${folder.file('public/deep/deeper')}"`)
  })

  test.each([
    { value: undefined, got: 'undefined' },
    { value: null, got: 'null' },
    { value: '', got: 'an empty string' },
    { value: 1, got: 'a number' },
    { value: Buffer.from('page.css'), got: 'an object' },
    { value: ['page.css'], got: 'an array' },
    { value: Promise.resolve('page.css'), got: 'a promise' },
    { value: () => 'page.css', got: 'a function' }
  ])('is a TypeError if it is not a path: $got', ({ value, got }) => {
    expect(() => fragment.file(value, { roots })).toThrow(new TypeError(`fragment.file() expects the path of a file, got ${got}`))
  })
})

describe('options', () => {
  const of = 'of fragment.file'
  const folders = 'a folder or an array of folders'

  test.each([
    { options: null, message: `The options ${of} must be an object, got null` },
    { options: roots, message: `The options ${of} must be an object, got ${JSON.stringify(roots)}` },
    { options: { root: roots }, message: `Unknown option "root" ${of}; did you mean "roots"? the options are roots, watch` },
    { options: { roots: [] }, message: `The option "roots" ${of} must be ${folders}, got an array []` },
    { options: { roots: '' }, message: `The option "roots" ${of} must be ${folders}, got ""` },
    { options: { roots: null }, message: `The option "roots" ${of} must be ${folders}, got null` },
    { options: { roots: [roots, 1] }, message: `The option "roots" ${of} must be ${folders}, got an array [${JSON.stringify(roots)}, 1]` },
    { options: { roots: new URL('file:///') }, message: `The option "roots" ${of} must be ${folders}, got an object` },
    { options: { roots, watch: 'yes' }, message: `The option "watch" ${of} must be true or false, got "yes"` },
    { options: { roots, watch: null }, message: `The option "watch" ${of} must be true or false, got null` }
  ])('that are wrong are a TypeError: $message', ({ options, message }) => {
    expect(() => fragment.file('page.css', options)).toThrow(new TypeError(message))
  })

  test.each([{ options: undefined }, { options: {} }, { options: { roots: undefined, watch: undefined } }])('may be left out: $options', ({ options }) => {
    expect(fragment.file('package.json', options).toString()).toBe(fs.readFileSync('package.json', 'utf8'))
  })
})

describe('a change of the file', () => {
  const take = (file, watch) => fragment.file(file, { roots, watch })
  const touch = (file, seconds) => fs.utimesSync(file, seconds, seconds)

  test('is noticed with watch, and only changed files are read again', () => {
    const file = write('changing', 'one')
    const first = take(file, true)
    expect(take(file, true)).toBe(first)
    fs.writeFileSync(file, 'three')
    expect(take(file, true).toString()).toBe('three')
    expect(first.toString()).toBe('one')
  })

  test.each([
    ['only the time differs', (file) => { fs.writeFileSync(file, 'two'); touch(file, 1000.5) }],
    ['the file was replaced by one with the same size and time', (file) => { const other = write('other', 'two'); touch(other, 1000); fs.renameSync(other, file) }]
  ])('is noticed with watch if %s', (_, change) => {
    const file = write('same-size', 'one')
    touch(file, 1000)
    expect(take(file, true).toString()).toBe('one')
    change(file)
    expect(take(file, true).toString()).toBe('two')
  })

  test('is seen with watch where it is gone, or comes to an earlier root', () => {
    const file = write('going', 'one')
    take(file, true)
    fs.rmSync(file)
    expect(() => take(file, true)).toThrow('was not found')

    const both = [roots, folder.file('other')]
    expect(fragment.file('only.css', { roots: both, watch: true }).toString()).toBe('only')
    write('only.css', 'first')
    expect(fragment.file('only.css', { roots: both, watch: true }).toString()).toBe('first')
  })

  test('is not noticed without watch, and the disk is not accessed', () => {
    const file = write('kept', 'one')
    const first = take(file, false)
    fs.writeFileSync(file, 'three')
    const stat = jest.spyOn(fs, 'statSync')
    expect(take(file, false)).toBe(first)
    expect(stat).not.toHaveBeenCalled()
    stat.mockRestore()
    expect(take(file, true).toString()).toBe('three')
    expect(take(file, false).toString()).toBe('three')
  })

  test.each([
    { environment: 'production', seen: 'one' },
    { environment: 'test', seen: 'three' },
    { environment: undefined, seen: 'three' }
  ])('is noticed by default unless in production, here in $environment', ({ environment, seen }) => {
    replace(process.env, 'NODE_ENV', () => environment)
    if (environment === undefined) delete process.env.NODE_ENV
    const file = write('default', 'one')
    take(file, true)
    fs.writeFileSync(file, 'three')
    expect(fragment.file(file, { roots }).toString()).toBe(seen)
  })

  test('does not make it known to others what was kept for a page', () => {
    const file = write('page', 'one')
    const page = html`<p>${take(file, true)}</p>`
    fs.writeFileSync(file, 'three')
    take(file, true)
    expect(page.toString()).toBe('<p>one</p>')
  })
})
