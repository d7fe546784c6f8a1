'use strict'

const { html } = require('buffered-render')
const packages = require('package-browser/packages')
const layout = require('./layout')
const paging = require('./paging')

/**
 * The page of a list of packages.
 */
module.exports = function list ({ q, total, packages: hits, links }) {
  const body = html`
    <div class="heading">
      <h1>${q ? `Results for “${q}”` : 'Installed packages'}</h1>
      <p>${total} ${total === 1 ? 'package' : 'packages'}</p>
    </div>
    ${hits.length > 0 ? html`<ul class="cards">${hits.map(card)}</ul>${links && paging(links)}` : empty()}`
  return layout({ title: 'Packages', q, body })
}

function card ({ name, href, description, version, licence, dependencies }) {
  return html`
    <li class="card">
      <h2><a href="${href}">${name}</a></h2>
      <p class="description${!description && ' missing'}">${description || 'No description'}</p>
      <p class="meta"><span>${version}</span><span>${licence}</span><span>${dependencies.length} ${dependencies.length === 1 ? 'dependency' : 'dependencies'}</span></p>
    </li>`
}

function empty () {
  return html`<p class="empty">No name or description contains this — <a href="/">see all ${packages.count} packages</a>.</p>`
}
