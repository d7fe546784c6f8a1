'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { StaticFragment } = require('../../page/static-fragment')
const { isPage } = require('../../page/pending-rendered')
const { withCode } = require('../../util/errors')
const { precompile } = require('../../views/precompile')

const STATIC_TEXT = 'buffered-render:static-text'

/** The texts of the view that is compiled in this context. @type {AsyncLocalStorage<Buffer[]>} */
const collected = new AsyncLocalStorage()

/**
 * Gives the static text of views, and of pages of `html`, the most shared text first. The views are compiled again,
 * separately from those that render pages: other views may be compiled at the same time, and their text may be secret.
 *
 * @param {import('../../views/view-source').ViewSource} source one with separate templates
 * @returns {Promise<Buffer[]>} different texts
 * @throws {TypeError} that names the option, the view and the error, if one of them fails
 */
async function staticTexts (source, views, pages) {
  const parts = []
  for (const view of views) parts.push(await textsOf(source, view))
  for (const page of pages) parts.push(await fragmentsOf(page))
  return mostUsed(parts)
}

async function textsOf (source, view) {
  const texts = []
  const collect = ({ text }) => { if (collected.getStore() === texts) texts.push(Buffer.from(text)) }
  subscribe(STATIC_TEXT, collect)
  const { errors: [failed] } = await collected.run(texts, () => precompile(source, [view]))
  unsubscribe(STATIC_TEXT, collect)
  if (!failed) return texts
  const message = `The option "dictionary.views" has "${view}": ${failed.error.message}`
  throw withCode('BUFFERED_RENDER_DICTIONARY', new TypeError(message, { cause: failed.error }))
}

async function fragmentsOf (page) {
  const rendered = await page()
  if (!isPage(rendered)) {
    const message = 'The option "dictionary.pages" must have functions that return a page from html`…`'
    throw withCode('BUFFERED_RENDER_DICTIONARY', new TypeError(message))
  }
  return rendered.chunks.filter((chunk) => chunk instanceof StaticFragment && chunk.isTemplateText)
    .map(({ bytes }) => bytes)
}

function mostUsed (parts) {
  /** Text → how many views have it. @type {Map<string, { text: Buffer, uses: number }>} */
  const known = new Map()
  for (const part of parts) {
    for (const [key, text] of new Map(part.map((text) => [text.toString('latin1'), text]))) {
      const { uses } = known.get(key) ?? { uses: 0 }
      known.set(key, { text, uses: uses + 1 })
    }
  }
  return [...known.values()].sort((a, b) => b.uses - a.uses || b.text.length - a.text.length).map(({ text }) => text)
}

module.exports = { staticTexts }
