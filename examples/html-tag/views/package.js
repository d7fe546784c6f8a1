'use strict'

const { html } = require('buffered-render')
const layout = require('./layout')

/**
 * The page of one package.
 */
module.exports = function packagePage (pkg) {
  const body = html`
    <article>
      <header class="package-header">
        <p><a href="/">← All packages</a></p>
        <h1>${pkg.name} <span class="version">${pkg.version}</span></h1>
        <p class="lead">${pkg.description}</p>
      </header>
      <div class="columns">
        <section class="readme" id="readme" aria-label="README">
          ${pkg.readme ? html.raw(pkg.readme) : html`<p>This package has no README.</p>`}
        </section>
        <aside aria-label="About this package">
          <dl class="facts">
            ${fact('Licence', pkg.licence)}
            ${fact('Size on disk', pkg.size)}
            ${pkg.homepage && fact('Homepage', link(pkg.homepage.href, pkg.homepage.text))}
            ${pkg.source && fact('Source', link(pkg.source, 'GitHub'))}
          </dl>
          <h2>Dependencies <span class="count">× ${pkg.dependencies.length}</span></h2>
          ${packageList(pkg.dependencies)}
          <h2>Used by <span class="count">× ${pkg.dependents.length}</span></h2>
          ${packageList(pkg.dependents)}
        </aside>
      </div>
    </article>`
  return layout({ title: pkg.name, body })
}

function fact (term, value) {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`
}

function packageList (packages) {
  if (packages.length === 0) return html`<p class="none">None</p>`
  return html`<ul class="packages">${packages.map(packageItem)}</ul>`
}

function packageItem ({ name, range, href }) {
  return html`<li>${href ? link(href, name) : name}${range && html` <span class="range">${range}</span>`}</li>`
}

function link (href, text) {
  return html`<a href="${href}">${text}</a>`
}
