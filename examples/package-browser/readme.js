'use strict'

const fs = require('node:fs/promises')
const path = require('node:path')
const MarkdownIt = require('markdown-it')

// READMEs are untrusted. Their HTML is reduced to its text, and their images to
// the alternative text: pages of this site contain no foreign markup and make
// no requests to other hosts.
const markdown = new MarkdownIt({ html: true, linkify: true })
const { renderer, utils: { escapeHtml, unescapeAll } } = markdown

markdown.core.ruler.push('headings', ({ tokens }) => arrangeHeadings(tokens))

Object.assign(renderer.rules, {
  html_block: (tokens, i) => {
    const text = tokens[i].content.replace(/<!--[^]*?-->|<[^>]*>/g, '').trim()
    return text && `<p>${escapeHtml(unescapeAll(text))}</p>\n`
  },
  html_inline: (tokens, i) => /^<br\b/i.test(tokens[i].content) ? '<br>' : '',
  image: (tokens, i, options, env, renderer) => {
    const text = renderer.renderInlineAsText(tokens[i].children, options, env)
    return text && `<span class="image">${escapeHtml(text)}</span>`
  },
  link_open: (tokens, i, options, env, renderer) => {
    const href = resolve(tokens[i].attrGet('href'), env.base)
    tokens[i].attrSet('href', href)
    const end = tokens.findIndex(({ type }, n) => n > i && type === 'link_close')
    return renderer.renderToken(tokens, i, options) + (hasText(tokens.slice(i, end)) ? '' : escapeHtml(href))
  },
  th_open: (tokens, i, options, env, renderer) => {
    // An empty cell heads nothing.
    if (tokens[i + 1].content === '') tokens[i].tag = tokens[i + 2].tag = 'td'
    return renderer.renderToken(tokens, i, options)
  },
  fence: focusable(renderer.rules.fence),
  code_block: focusable(renderer.rules.code_block),
  table_open: () => '<div class="scroll" role="group" aria-label="Table" tabindex="0">\n<table>\n',
  table_close: () => '</table>\n</div>\n'
})

/**
 * @param {string} folder of a package
 * @param {string} [base] base URL of its relative links
 * @returns {Promise<string>} README as HTML; empty if there is none
 */
async function readReadme (folder, base) {
  const file = (await fs.readdir(folder)).find((name) => /^readme(\.md|\.markdown)?$/i.test(name))
  if (file === undefined) return ''
  return markdown.render(await fs.readFile(path.join(folder, file), 'utf8'), { base })
}

/**
 * Gives headings their anchors, and the levels below the page's only heading of the first
 * level. Levels that a README skips are closed up, since screen readers show them as an outline.
 */
function arrangeHeadings (tokens) {
  const anchors = new Set()
  const above = []
  tokens.forEach((token, i) => {
    if (token.type !== 'heading_open') return
    const [inline, close] = tokens.slice(i + 1, i + 3)
    token.attrSet('id', anchor(inline.content, anchors))
    if (!hasText(inline.children)) {
      token.tag = close.tag = 'p'
      return
    }
    while (above.at(-1) >= token.tag) above.pop()
    above.push(token.tag)
    token.tag = close.tag = `h${Math.min(above.length + 1, 6)}`
  })
}

/** Links and headings may contain nothing but an image without alternative text. */
function hasText (tokens) {
  return tokens.some(({ type, content }) => type !== 'html_inline' && content !== '')
}

/** Code scrolls on a narrow screen, which the keyboard can do only in an element with focus. */
function focusable (rule) {
  return (...args) => rule(...args).replace('<pre>', '<pre role="group" aria-label="Code" tabindex="0">')
}

function resolve (href, base) {
  if (href.startsWith('#')) return `#readme-${href.slice(1)}`
  return URL.canParse(href, base) ? new URL(href, base).href : '#readme'
}

/** Names anchors like GitHub, for tables of contents in READMEs. */
function anchor (heading, taken) {
  const name = 'readme-' + heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
  let unique = name
  for (let n = 1; taken.has(unique); n++) unique = `${name}-${n}`
  taken.add(unique)
  return unique
}

module.exports = { readReadme }
