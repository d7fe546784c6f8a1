'use strict'

const fs = require('node:fs/promises')
const path = require('node:path')
const MarkdownIt = require('markdown-it')

// READMEs are untrusted. Their HTML is reduced to its text, and their images to
// the alternative text: pages of this site contain no foreign markup and make
// no requests to other hosts.
const markdown = new MarkdownIt({ html: true, linkify: true })
const { escapeHtml, unescapeAll } = markdown.utils

Object.assign(markdown.renderer.rules, {
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
    const token = tokens[i]
    token.attrSet('href', resolve(token.attrGet('href'), env.base))
    return renderer.renderToken(tokens, i, options)
  },
  heading_open: (tokens, i, options, env, renderer) => {
    tokens[i].attrSet('id', anchor(tokens[i + 1].content, env.anchors))
    return renderHeading(tokens, i, options, env, renderer)
  },
  heading_close: renderHeading
})

/**
 * @param {string} folder of a package
 * @param {string} [base] base URL of its relative links
 * @returns {Promise<string>} README as HTML; empty if there is none
 */
async function readReadme (folder, base) {
  const file = (await fs.readdir(folder)).find((name) => /^readme(\.md|\.markdown)?$/i.test(name))
  if (file === undefined) return ''
  return markdown.render(await fs.readFile(path.join(folder, file), 'utf8'), { base, anchors: new Set() })
}

/** Moves headings one level down, since the page has the only heading of the first level. */
function renderHeading (tokens, i, options, env, renderer) {
  const level = Number(tokens[i].tag.slice(1))
  tokens[i].tag = `h${Math.min(level + 1, 6)}`
  return renderer.renderToken(tokens, i, options)
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
