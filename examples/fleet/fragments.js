'use strict'

const packages = require('package-browser/packages')

const MINUTE = 60_000
const LIFETIME = { ttl: 10 * MINUTE, stale: 60 * MINUTE }

/**
 * Defines what the processes share. The views are those of `res.render`.
 *
 * @param {import('buffered-render').Renderer} renderer
 */
function defineFragments (renderer) {
  const tags = (name) => ['packages', `package:${name}`]

  const card = renderer.cached('card', { ...LIFETIME, view: 'partials/card', tags },
    async (name) => ({ pkg: await packages.find(name) }))

  const article = renderer.cached('article', { ...LIFETIME, view: 'partials/stamped-article', tags },
    async (name) => ({ pkg: await packages.find(name), made: made() }))

  const cards = (found) => Promise.all(found.map(({ name }) => card(name)))

  // It has the tags of its cards: a package that changes makes the list new.
  const list = renderer.cached('list', { ...LIFETIME, view: 'partials/stamped-cards' },
    async (page) => ({ cards: await cards(packages.list({ page }).packages), made: made() }))

  return { article, cards, list }
}

/** @returns {string} who made a fragment and when, for the page to show */
function made () {
  return `Made by the process on port ${process.env.PORT} at ${new Date().toISOString().slice(11, 23)} UTC`
}

module.exports = { defineFragments }
