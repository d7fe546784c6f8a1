'use strict'

const fs = require('node:fs')
const path = require('node:path')
const request = require('supertest')
const packages = require('../../examples/package-browser/packages')

const publicFolder = path.join(__dirname, '../../examples/package-browser/public')
const express = require('express/package.json')

/**
 * Declares the tests of every example, since all show the same site.
 *
 * @param {() => string} target returns the address of its server
 */
function describeSite (target) {
  const get = (url) => request(target()).get(url)
  const lastPage = packages.list({}).links.numbers.at(-1).number

  describe('the list', () => {
    it('shows the first packages', async () => {
      const { status, headers, text } = await get('/')
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(text).toMatch(/^<!doctype html>/i)
      expect(text).toContain('<h1>Installed packages</h1>')
      expect(text).toContain(`${packages.count} packages`)
      expect(cards(text)).toEqual(packages.list({}).packages.map(({ name }) => name))
    })

    it.each([
      ['the first page', 1, { previous: false, next: true }],
      ['a page in the middle', 2, { previous: true, next: true }],
      ['the last page', lastPage, { previous: true, next: false }]
    ])('has the links of %s', async (title, page, { previous, next }) => {
      const { status, text } = await get(`/?page=${page}`)
      expect(status).toBe(200)
      expect(cards(text)).toEqual(packages.list({ page }).packages.map(({ name }) => name))
      expect(text.includes('rel="prev"')).toBe(previous)
      expect(text.includes('rel="next"')).toBe(next)
      expect(withEqualsSigns(text).match(/<a [^>]*aria-current="page"[^>]*>\d+/g)).toEqual([
        `<a href="/?page=${page}" aria-label="Page ${page}" aria-current="page">${page}`
      ])
    })

    it.each([String(lastPage + 1), '0', '-1', '1.5', 'x'])('has no page %s', async (page) => {
      const { status, text } = await get(`/?page=${page}`)
      expect(status).toBe(404)
      expect(text).toContain('This list has no such page.')
    })
  })

  describe('the search', () => {
    it('finds names and descriptions, regardless of case', async () => {
      const { status, text } = await get('/').query({ q: 'MiniMalist Web' })
      expect(status).toBe(200)
      expect(text).toContain('<h1>Results for “MiniMalist Web”</h1>')
      expect(text).toContain('value="MiniMalist Web"')
      expect(cards(text)).toContain('express')
    })

    it('keeps the search text in the links to further pages', async () => {
      const { text } = await get('/?q=e')
      expect(withEqualsSigns(text)).toContain('href="/?q=e&amp;page=2"')
    })

    it('shows a message if it finds nothing', async () => {
      const { status, text } = await get('/?q=no+such+thing')
      expect(status).toBe(200)
      expect(cards(text)).toEqual([])
      expect(text).toContain('0 packages')
      expect(text).toContain('No name or description contains this')
      expect(text).not.toContain('aria-label="Pages"')
    })

    it('escapes the search text', async () => {
      const { status, text } = await get('/').query({ q: '"><script>alert(1)</script>' })
      expect(status).toBe(200)
      expect(text).not.toContain('<script')
      expect(text).toContain('&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
    })
  })

  describe('the page of a package', () => {
    it('shows the content of package.json and README', async () => {
      const { status, text } = await get('/packages/express')
      expect(status).toBe(200)
      expect(text).toContain('<title>express — Package browser</title>')
      expect(text).toContain(`<h1>express <span class="version">${express.version}</span></h1>`)
      expect(text).toContain(express.description)
      expect(text).toContain(`<dd>${express.license}</dd>`)
      expect(text).toContain(`<a href="${express.homepage}">`)
      expect(text).toMatch(/<dd>[\d.]+ [kM]B<\/dd>/)
      expect(text).toContain('<h2 id="readme-installation">Installation</h2>')
    })

    it('links installed dependencies', async () => {
      const { text } = await get('/packages/express')
      for (const name of Object.keys(express.dependencies)) {
        expect(text).toContain(`<a href="/packages/${name}">${name}</a>`)
      }
      expect(text).toContain(`× ${Object.keys(express.dependencies).length}`)
    })

    it('links the packages that depend on it', async () => {
      const { text } = await get('/packages/accepts')
      expect(text).toContain('<a href="/packages/express">express</a>')
    })

    it('supports scoped packages', async () => {
      const { status, text } = await get('/packages/@types/node')
      expect(status).toBe(200)
      expect(text).toContain('<h1>@types/node <span')
      expect(text).toContain('<a href="/packages/undici-types">undici-types</a>')
    })
  })

  describe('missing pages and bad requests', () => {
    it.each([
      ['/packages/no-such-package', 'The package “no-such-package” is not installed.'],
      ['/packages/@no/such', 'The package “@no/such” is not installed.'],
      ['/packages/%3Cb%3E', 'The package “&lt;b&gt;” is not installed.'],
      ['/no/such/page', 'There is nothing at this address.'],
      ['/packages', 'There is nothing at this address.']
    ])('answers 404 to %s', async (url, message) => {
      const { status, headers, text } = await get(url)
      expect(status).toBe(404)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(text).toContain('<h1>Not Found</h1>')
      expect(text).toContain(message)
    })

    it('shows the error page for a URL that cannot be decoded', async () => {
      const { status, headers, text } = await get('/packages/%E0%A4%A')
      expect(status).toBe(400)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(text).toContain('<h1>Bad Request</h1>')
    })
  })

  describe('static files', () => {
    it.each([
      ['style.css', 'text/css; charset=utf-8'],
      ['icon.svg', 'image/svg+xml']
    ])('serves %s', async (file, type) => {
      const { status, headers, body, text } = await get(`/${file}`).buffer()
      expect(status).toBe(200)
      expect(headers['content-type']).toBe(type)
      expect(text ?? body.toString()).toBe(fs.readFileSync(path.join(publicFolder, file), 'utf8'))
    })

    it('are linked from the pages', async () => {
      const { text } = await get('/')
      expect(text).toContain('<link rel="stylesheet" href="/style.css">')
      expect(text).toContain('<link rel="icon" href="/icon.svg" type="image/svg+xml">')
    })
  })

  describe.each(['/', '/packages/@types/node', '/?q=koa'])('the response to %s', (url) => {
    it('has the length of Content-Length', async () => {
      const { headers, text } = await get(url).set('Accept-Encoding', 'identity')
      expect(text).toMatch(/[^\0-\x7f]/)
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text))
    })

    it('has a validator, and revalidates with 304', async () => {
      const { headers } = await get(url)
      expect(headers.etag).toMatch(/^(W\/)?"[^"]+"$/)

      const again = await get(url).set('If-None-Match', headers.etag)
      expect(again.status).toBe(304)
      expect(again.headers.etag).toBe(headers.etag)
      expect(again.text).toBe('')
    })

    it.each([
      { accepts: 'identity', names: ['content-type', 'content-length', 'etag'] },
      // The length may change, since popular pages are recompressed.
      { accepts: 'gzip', names: ['content-type', 'content-encoding', 'etag'] }
    ])('has the same headers and no body for HEAD with Accept-Encoding $accepts', async ({ accepts, names }) => {
      const whole = await get(url).set('Accept-Encoding', accepts)
      const head = await request(target()).head(url).set('Accept-Encoding', accepts)
      expect(head.status).toBe(200)
      expect(head.text).toBeFalsy()
      expect(head.headers).toHaveProperty('content-length')
      for (const name of names) {
        expect(head.headers).toHaveProperty(name)
        expect(head.headers[name]).toBe(whole.headers[name])
      }
    })

    it('is compressed for clients that accept it, with Vary', async () => {
      const gzipped = await get(url).set('Accept-Encoding', 'gzip')
      const plain = await get(url).set('Accept-Encoding', 'identity')
      expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.headers.vary).toBe('Accept-Encoding')
      expect(gzipped.text).toBe(plain.text)
      expect(Number(gzipped.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']))
    })
  })
}

/** Returns the names on the cards of a list. */
function cards (text) {
  return Array.from(text.matchAll(/<h2><a href="\/packages\/([^"]+)">/g), ([, name]) => name)
}

/** Normalises text, since Handlebars also escapes this character. */
function withEqualsSigns (text) {
  return text.replaceAll('&#x3D;', '=')
}

module.exports = { describeSite }
