'use strict'

const { html } = require('buffered-render')
const packages = require('package-browser/packages')

/**
 * The layout of all pages.
 */
module.exports = function layout ({ title, q, body }) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${title} — Package browser</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="description" content="A browser of the packages that are installed in a project’s node_modules folder — with their READMEs, licences, dependencies and sizes.">
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <a class="skip" href="#main">Skip to content</a>
  <header class="site-header">
    <div class="wrap">
      <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28">Package browser</a>
      <form class="search" role="search" action="/">
        <label class="visually-hidden" for="q">Search packages</label>
        <input id="q" name="q" type="search" value="${q}" placeholder="Search names and descriptions…" autocomplete="off" spellcheck="false">
        <button type="submit"><span aria-hidden="true">⌕</span> Search</button>
      </form>
    </div>
  </header>
  <main id="main" class="wrap">
    ${body}
  </main>
  <footer class="site-footer">
    <div class="wrap">
      <p>${packages.count} packages in this project’s <code>node_modules</code> — served by node:http and the html tag of buffered-render</p>
      <iframe class="cost" src="/cost" title="What this page has cost"></iframe>
    </div>
  </footer>
</body>
</html>
`
}
