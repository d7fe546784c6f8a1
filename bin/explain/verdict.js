'use strict'

const { SHORTEST_FRAGMENT } = require('../../lib/page/static-fragment')
const { WORDS } = require('./findings')
const { count } = require('./words')

/**
 * @param {import('./analyse').Figures[]} views
 * @returns {string} how many views are spliced, what keeps the others from it or slows views down, and how many have no
 *   static fragment
 */
function verdictOf (views) {
  const spliced = views.filter(isSpliced)
  const reasons = Object.entries(WORDS).flatMap(([kind, [one, several]]) => {
    const found = views.filter((view) => has(view, kind)).length
    return found === 0 ? [] : [`${found} ${found === 1 ? one : several}`]
  })
  const verb = spliced.length === 1 || views.length === 1 ? 'is' : 'are'
  const sentence = `${spliced.length} of ${count(views.length, 'view')} ${verb} spliced`
  return [`${[sentence, reasons.join(', ')].filter(Boolean).join('; ')}.`, ...shortOnes(spliced)].join(' ')
}

/** @returns {boolean} whether the dialect renders the view, not its engine */
function isSpliced (view) {
  return view.static !== undefined && !has(view, 'rendered-by-engine')
}

function has ({ findings }, kind) {
  return findings.some((finding) => finding.kind === kind)
}

/** @returns {string[]} a sentence about the views without static fragments, if there are any */
function shortOnes (spliced) {
  const { length } = spliced.filter(isShort)
  if (length === 0) return []
  const [has, pages] = length === 1 ? ['has', 'a short page of it gains'] : ['have', 'short pages of them gain']
  const short = `${length} ${has} no static text of ${SHORTEST_FRAGMENT} bytes or more to keep as a Buffer`
  return [`${short}: ${pages} little; measure with compare.`]
}

/**
 * @returns {boolean} whether no static fragments are spliced: into the page, if there are data, which may come from
 *   included files and misses those that a macro or a filter makes a string of
 */
function isShort ({ static: text, page = text }) {
  return page.fragments === 0
}

module.exports = { verdictOf }
