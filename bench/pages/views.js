'use strict'

// Writes the views of all pages, in all languages, from the sources beside this file:
//
// === name argument    starts a part: a text, or a view with an optional argument
// @{name}              is replaced by the part of this name
// + …                  a line of the long prose only
// {{…}}                is translated to each language, see `languages.js`

const { createHash } = require('node:crypto')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { dialects } = require('../../lib/dialects')
const languages = require('./languages')

const SOURCES = path.join(__dirname, 'sources')
const CACHE = path.join(os.tmpdir(), 'buffered-render-bench')

const PART = /^=== (?<name>\S+)(?: (?<argument>\S+))?\n(?<source>[^]*?)(?=^=== |(?![^]))/gm

/** The languages of the shared pages, and of the dialect pages, see `index.js`. */
const SHARED = ['ejs', 'eta', 'handlebars', 'pug']
const DIALECTS = dialects.map(({ name }) => name)

/**
 * @typedef {{ name: string, source: string, argument?: string }} Part `argument`: the value that a view is included with
 *
 * @param {...string} files later parts replace earlier parts of the same name
 * @returns {(name: string) => Part}
 */
function readParts (...files) {
  const parts = {}
  for (const file of ['views', ...files]) {
    for (const { groups } of fs.readFileSync(path.join(SOURCES, `${file}.html`), 'utf8').matchAll(PART)) parts[groups.name] = groups
  }
  parts.whole = { name: 'whole', source: parts.prose.source.replaceAll(/^\+ /gm, '') }
  parts.prose = { name: 'prose', source: parts.prose.source.replaceAll(/^\+ .*\n/gm, '') }

  // A part of one line is inserted within a line; longer parts keep their lines.
  const textOf = ({ source }) => source.indexOf('\n') === source.length - 1 ? source.slice(0, -1) : source
  const fill = (source) => source.replace(/@\{(\w+)\}(\n?)/g, (_, name, end) => {
    const text = fill(textOf(parts[name]))
    return text.endsWith('\n') ? text : text + end
  })
  return (name) => ({ ...parts[name], name: path.basename(name), source: fill(textOf(parts[name])) })
}

/** @returns {Record<string, string>} views and static texts by file name */
function createFiles () {
  const [english, chinese, long] = [['english'], ['chinese'], ['english', 'long']].map((files) => readParts(...files))
  const files = {}
  const add = (folder, language, parts, names) => {
    const { extension, write } = languages[language]
    for (const part of names.map(parts)) files[`${folder}/${part.name}.${extension}`] = write(part.source, part)
  }
  add('ejs', 'ejs', english, ['fortunes', 'listing', 'style'])
  add('ejs/article', 'ejs', english, ['page/head', 'page/header', 'page/footer', 'page/page'])
  files['ejs/article/one-file.ejs'] = languages.ejs.write(inlined(english), {})
  add('ejs/article-chinese', 'ejs', chinese, ['page/head', 'page/header', 'page/footer', 'page/page'])
  add('ejs/member', 'ejs', english, ['member/page', 'member/with-rows', 'member/with-grid', 'product', 'grid'])
  for (const language of SHARED) add(`shared/${language}`, language, english, ['fortunes', 'shared/article', 'card'])
  for (const language of DIALECTS) {
    add(`dialects/${language}`, language, english, ['masthead', 'colophon', 'listing', 'card'])
    Object.assign(files, createArticle(language, english))
  }
  for (const [edition, parts] of Object.entries({ english, chinese, long })) {
    for (const { name, source } of ['text/head', 'masthead', 'prose', 'colophon'].map(parts)) files[`texts/${edition}/${name}.html`] = source
  }
  return files
}

/** Returns the article with its partials in it. */
function inlined (parts) {
  const fill = (source) => source.replaceAll(/\{\{include (?:\.\.\/)?(\w+)\}\}/g, (_, name) => fill(parts(name === 'style' ? name : `page/${name}`).source))
  // The last partial ends with a line, as the view does.
  return fill(parts('page/page').source).replace(/\n$/, '')
}

/** Returns the article of a dialect: within a layout, or with the layout inlined if the language has none. */
function createArticle (language, parts) {
  const { extension, write, extend } = languages[language]
  const [head, layout, article] = ['head', 'layout', 'article'].map((name) => parts(`dialect/${name}`).source)
  const views = extend
    ? { layout: write(layout.replace('{{include head}}', () => head), {}), article: extend(write(article, {})) }
    : { head: write(head, {}), article: write(layout.replace('{{block}}', () => article), {}) }
  return Object.fromEntries(Object.entries(views).map(([name, view]) => [`dialects/${language}/${name}.${extension}`, view]))
}

/**
 * Writes the views, unless they exist for the same sources. Several processes may do so at the same time.
 *
 * @returns {string} folder of the views
 */
function writeViews () {
  const files = createFiles()
  const folder = path.join(CACHE, createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16))
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(CACHE, { recursive: true })
  const own = fs.mkdtempSync(`${folder}-`)
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(own, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  try {
    fs.renameSync(own, folder)
  } catch (error) {
    fs.rmSync(own, { recursive: true })
    if (!fs.existsSync(folder)) throw error
  }
  return folder
}

module.exports = { VIEWS: writeViews() }
