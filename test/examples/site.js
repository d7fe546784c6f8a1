'use strict'

const request = require('supertest')
const packages = require('../../examples/package-browser/packages')

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
    it.each([
      ['the content of package.json and README', 'express', [
        '<title>express — Package browser</title>', `<h1>express <span class="version">${express.version}</span></h1>`, express.description, `<dd>${express.license}</dd>`,
        `<a href="${express.homepage}">`, /<dd>[\d.]+ [kM]B<\/dd>/, '<h2 id="readme-installation">Installation</h2>'
      ]],
      ['links to installed dependencies', 'express', [
        ...Object.keys(express.dependencies).map((name) => `<a href="/packages/${name}">${name}</a>`), `× ${Object.keys(express.dependencies).length}`
      ]],
      ['links to the packages that depend on it', 'accepts', ['<a href="/packages/express">express</a>']],
      ['scoped packages', '@types/node', ['<h1>@types/node <span', '<a href="/packages/undici-types">undici-types</a>']]
    ])('shows %s', async (title, name, parts) => {
      const { status, text } = await get(`/packages/${name}`)
      expect(status).toBe(200)
      for (const part of parts) expect(text).toMatch(part)
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
