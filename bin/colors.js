'use strict'

const { styleText } = require('node:util')

const STYLES = ['bold', 'dim', 'green', 'red', 'yellow']

/** The check is `isColored`: Node 20.15 has none, later ones check standard output. */
const UNCHECKED = { validateStream: false }

/** @typedef {Record<'bold' | 'dim' | 'green' | 'red' | 'yellow', (text: string) => string>} Colors */

/** @returns {Colors} functions that return text in the style, or as it is */
function createColors (isColored) {
  const show = (style) => isColored ? (text) => styleText(style, text, UNCHECKED) : String
  return Object.fromEntries(STYLES.map((style) => [style, show(style)]))
}

/**
 * @param {{ isTTY?: boolean }} stream
 * @returns {boolean} whether a person sees colours there: in a terminal that has them, unless NO_COLOR is set
 */
function hasColors ({ isTTY }) {
  const { NO_COLOR, TERM } = process.env
  return isTTY === true && !NO_COLOR && TERM !== 'dumb'
}

module.exports = { createColors, hasColors }
