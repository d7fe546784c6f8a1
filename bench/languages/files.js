'use strict'

const fs = require('node:fs')
const path = require('node:path')

const read = (file) => fs.readFileSync(file, 'utf8')

/** @returns {Record<string, string>} the source of each file, by its name without extension */
function partialsOf (folder, extension = '') {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith(extension))
  return Object.fromEntries(files.map((file) => [path.parse(file).name, read(path.join(folder, file))]))
}

/** @returns {Record<string, string>} static texts by name */
const readTexts = (folder) => partialsOf(folder, '.html')

/** @returns {(file: string) => (locals: object) => string} what prepares a view that an engine finds by its name */
const prepareBy = (nameOf, render) => (file) => {
  const name = nameOf(file)
  return (locals) => render(name, locals)
}

/** For views with their path in a folder as name. */
const byPath = (root, render) => prepareBy((file) => path.relative(root, file), render)

/** For views with the name of their file without extension. */
const byName = (render) => prepareBy((file) => path.parse(file).name, render)

/** @returns {Set<string>} the names in templates that a pattern finds */
function calledIn (files, pattern) {
  return new Set(files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name]) => name)))
}

/** @returns {Record<string, string>} views by the names of their files */
const filesOf = (extension, views) => Object.fromEntries(Object.entries(views).map(([name, text]) => [`${name}.${extension}`, text]))

/** What the layouts of small views have before and after the view. */
const HEAD = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/assets/site.css">
</head>
<body>
  <nav><a href="/">Home</a> <a href="/articles">Articles</a> <a href="/about">About</a></nav>
`
const FOOT = '\n  <footer>All rights reserved</footer>\n</body>\n</html>\n'

module.exports = { FOOT, HEAD, byName, byPath, calledIn, filesOf, partialsOf, read, readTexts }
