'use strict'

const path = require('node:path')
const { samples } = require('../counters')
const { ejsPages, sharedPages } = require('../pages')
const { viewsFolder } = require('../../examples/package-browser/folders')
const packages = require('../../examples/package-browser/packages')
const { createRenderer, html } = require('../../lib')
const WORDS = require('./words.json')

// Each function, or that of a promise, gives a page that differs from the one before.

const ARTICLES = {
  article: ejsPages.article,
  'article, Chinese': ejsPages['article-chinese'],
  'article of several layouts': sharedPages.article,
  Fortunes: sharedPages.fortunes,
  'article, long': sharedPages['article-long'],
  'listing, mostly dynamic': ejsPages.listing
}

function ofViews ({ data, foldersOf, view }, extension = 'ejs') {
  const renderer = createRenderer({ views: foldersOf(extension), extension, cache: true })
  // The first page is the one that `run.js` compares.
  let [n] = samples({})
  return () => renderer.folderViews.existing(view).load().render(data(n++))
}

/** Pages of the examples, about the packages that are installed here. */
const SITE = { count: packages.count, stack: 'Node' }
const READMES = ['express', 'koa', 'ejs', 'lru-cache', 'fast-check', 'negotiator']
const foldersOf = (language) => language === 'ejs' ? [viewsFolder] : [path.join(__dirname, `../../examples/express-${language}/views`)]
const list = { view: 'list', foldersOf, data: (n) => ({ ...SITE, title: 'Packages', ...packages.list({ page: 1 + n % 20 }) }) }

async function readmes () {
  const found = await Promise.all(READMES.map((name) => packages.find(name)))
  return ofViews({ view: 'package', foldersOf, data: (n, pkg = found[n % found.length]) => ({ ...SITE, title: pkg.name, pkg }) })
}

/** The same numbers in each run: a linear congruential generator. */
function numbersFrom (seed) {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % limit
  }
}

/** Writes in a script: sentences of words, the first ones of the list most often. */
function writerOf (script, seed) {
  const words = WORDS[script].split(' ')
  const next = numbersFrom(seed)
  const isSpaced = !['Thai', 'Japanese', 'Chinese'].includes(script)
  const phrase = (count) => Array.from({ length: count }, () => words[Math.min(next(words.length), next(words.length))]).join(isSpaced ? ' ' : '')
  const sentence = () => `${phrase(6 + next(12))}${isSpaced ? '. ' : '。'}`
  return { phrase, paragraph: (sentences) => Array.from({ length: sentences }, sentence).join('') }
}

/** Static text as a template has it: `html` is given the strings of a template literal. */
function template (...texts) {
  const strings = Object.assign([...texts], { raw: texts })
  return (...values) => html(strings, ...values)
}

/** An article with its layout, 10 to 20 KB, of which a sixth is dynamic: title, author, three comments, related links. */
function articleIn (script) {
  const { paragraph, phrase } = writerOf(script, 7)
  const links = (count) => Array.from({ length: count }, (_, i) => `<li class="nav-item"><a class="nav-link" href="/section/${i}">${phrase(2)}</a></li>\n`).join('')
  const prose = Array.from({ length: 9 }, (_, i) => `<h2 id="part-${i}">${phrase(4)}</h2>\n<p>${paragraph(4)}</p>\n<p class="note">${paragraph(2)}</p>\n`).join('')
  const page = template(
    '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>',
    `</title>\n<link rel="stylesheet" href="/assets/site.css">\n<script src="/assets/site.js" defer></script>\n</head>\n<body>\n<header class="masthead">\n<nav>\n<ul class="nav">\n${links(9)}</ul>\n</nav>\n</header>\n<main>\n<article>\n<h1>`,
    '</h1>\n<p class="by">',
    `</p>\n${prose}<section class="comments">\n<h2>${phrase(2)}</h2>\n`,
    `</section>\n</article>\n<aside>\n<h2>${phrase(3)}</h2>\n<ul>\n`,
    `</ul>\n</aside>\n</main>\n<footer>\n<ul>\n${links(6)}</ul>\n<p>${paragraph(2)}</p>\n</footer>\n</body>\n</html>\n`
  )
  const comment = template('<div class="comment"><p class="by">', '</p><p>', '</p></div>\n')
  const link = template('<li><a href="', '">', '</a></li>\n')
  let n = 0
  return () => {
    const own = writerOf(script, ++n)
    const title = own.phrase(6)
    const comments = Array.from({ length: 3 }, () => comment(own.phrase(2), own.paragraph(2)))
    const related = Array.from({ length: 4 }, (_, i) => link(`/articles/${n * 7 + i}`, own.phrase(5)))
    return page(title, title, own.phrase(2), comments, related)
  }
}

/** A chart: a long path and its data as JSON, both dynamic, in a page of markup. */
function svgPage () {
  const { paragraph, phrase } = writerOf('Latin', 3)
  const icons = Array.from({ length: 6 }, (_, i) => `<svg class="icon" viewBox="0 0 24 24"><path d="M${i} 12h${i + 4}v-${i}l4 ${i}z"/></svg><p>${phrase(4)}</p>\n`).join('')
  const page = template(
    `<!doctype html>\n<title>Chart</title>\n<main>\n${icons}<p>${paragraph(9)}</p>\n<svg viewBox="0 0 600 200" role="img">\n<path fill="none" stroke="#069" d="`,
    '"/>\n</svg>\n<script type="application/json" id="data">',
    `</script>\n<p>${paragraph(12)}</p>\n${icons}</main>\n`
  )
  let n = 0
  return () => {
    const next = numbersFrom(++n)
    const points = Array.from({ length: 60 }, (_, i) => ({ x: 10 * i, y: next(200), label: `day ${i}`, count: next(5000) }))
    return page(`M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`, html.raw(JSON.stringify(points)))
  }
}

/** A table of a hundred rows, each with short static text around four values. */
function tablePage () {
  const { paragraph } = writerOf('Latin', 5)
  const page = template(`<!doctype html>\n<title>Orders</title>\n<p>${paragraph(8)}</p>\n<table class="table">\n<thead><tr><th>Order</th><th>Customer</th><th>Total</th><th>Sent</th></tr></thead>\n<tbody>\n`, `</tbody>\n</table>\n<p>${paragraph(8)}</p>\n`)
  const row = template('<tr class="row"><td class="id"><a href="/orders/', '">', '</a></td><td>', '</td><td class="sum">', '</td></tr>\n')
  let n = 0
  return () => {
    const own = writerOf('Latin', ++n)
    return page(Array.from({ length: 100 }, (_, i) => row(n * 1000 + i, n * 1000 + i, own.phrase(2), `${n % 90}.${i}`)))
  }
}

module.exports = {
  ...Object.fromEntries(Object.entries(ARTICLES).map(([name, page]) => [name, ofViews(page)])),
  ...Object.fromEntries(Object.keys(WORDS).map((script) => [`article in ${script}`, articleIn(script)])),
  'inline SVG and JSON': svgPage(),
  'table of 100 rows': tablePage(),
  'example, 24 packages': ofViews(list),
  'example, 24 packages, Pug': ofViews(list, 'pug'),
  'example, a README': readmes()
}
