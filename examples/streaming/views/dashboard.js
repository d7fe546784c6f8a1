'use strict'

const path = require('node:path')
const { fragment, html } = require('buffered-render')
const berths = require('./berths')
const logbook = require('./logbook')
const panel = require('./panel')
const tide = require('./tide')
const waves = require('./waves')
const weather = require('./weather')

const STYLES = path.join(__dirname, '../styles')

/**
 * The page. It requests all data at the same time, except for the logbook. Panels appear in
 * the order of the page, each after the panels before it.
 *
 * @param {typeof import('../sources')} sources
 */
module.exports = function dashboard (sources) {
  const start = performance.now()
  const since = () => `${((performance.now() - start) / 1000).toFixed(2)} s`
  const show = (data, view) => data.then((found) => html`${view(found)}<p class="ready">ready after ${since()}</p>`)

  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Penrose Quay — Harbour dashboard</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="description" content="The tide, the weather, the berths and the logbook of a small harbour — each shown as soon as it is known.">
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/panels.css">
  <style>
${fragment.file('frame.css', { roots: STYLES })}  </style>
</head>
<body>
  <header>
    <h1><img src="/icon.svg" alt="" width="36" height="36">Penrose Quay</h1>
    <p>The harbour now. The page sets out before its data are there, and each panel follows.</p>
  </header>
  <main>
    ${panel('tide', 'Tide', 'Reading the tide table…', show(sources.tide(), tide))}
    ${panel('weather', 'Weather', 'Asking the weather station…', show(sources.weather(), weather))}
    ${panel('berths', 'Berths', 'Looking along the quay…', show(sources.berths(), berths))}
    ${panel('waves', 'Waves', 'Listening for the wave buoy…', show(sources.waves(), waves))}
    ${panel('logbook', 'Logbook', 'Turning the pages…', html`<ol>${logbook(sources.logbook(), since)}</ol>`)}
  </main>
  <footer>
    <p>Complete after ${atLast(since)}. Served by Express and <code>res.renderStream</code> of buffered-render.</p>
    <iframe class="cost" src="/cost" title="What this page has cost"></iframe>
  </footer>
</body>
</html>
`
}

/** Starts an iteration only when the page reaches its place. */
async function * atLast (value) {
  yield value()
}
