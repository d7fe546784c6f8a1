'use strict'

const { html } = require('buffered-render')

module.exports = function berths (berths) {
  return html`<table>
        <thead><tr><th scope="col">Berth</th><th scope="col">Ship</th><th scope="col">State</th></tr></thead>
        <tbody>${berths.map(row)}</tbody>
      </table>`
}

function row ({ berth, ship, kind, state }) {
  return html`
          <tr><th scope="row">${berth}</th><td>${ship ? html`${ship} <small>${kind}</small>` : '–'}</td><td>${state}</td></tr>`
}
