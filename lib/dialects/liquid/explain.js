'use strict'

const { Kit } = require('./kit')
const { createNodes } = require('./node')
const { Page } = require('./page')
const { Site } = require('./site')

/** Those of the tags that the dialect knows which write: another file, a block, a value, rows. */
const WRITING = ['block', 'echo', 'include', 'layout', 'render', 'tablerow']

/**
 * @param {string} source nothing where the instance does not read from the disk
 * @param {object} file
 * @param {string} file.filename
 * @param {object} file.instance of Liquid
 * @param {string} [file.version] of its package
 * @param {{ load: Function, cache?: boolean }} file.setup see `Site`
 * @returns {import('../dialect').Explanation}
 * @throws what Liquid throws for a file that it cannot read or parse
 */
function explainFile (source, { filename, instance, version, setup }) {
  const kit = Kit.of(instance)
  if (kit !== undefined && instance.options.fs === kit.fs) {
    return { spans: spansOf(new Page(source, filename).nodes(new Site(instance, kit, setup)).templates, kit) }
  }

  const templates = instance.parseFileSync(filename)
  if (kit === undefined) return { whole: Kit.reasonAgainst(instance, version) }
  if (!instance.options.cache) return { whole: 'is not read from the disk, and the cache of Liquid is off', spans: spansOf(templates, kit) }
  createNodes(templates, new Site(instance, kit, setup))
  return { spans: spansOf(templates, kit) }
}

/**
 * @param {object[]} templates as Liquid parses them
 * @param {import('./kit').Kit} kit
 * @returns {import('../dialect').Span[]} none of what is within a tag of the app's, which makes
 *   of it what it likes
 */
function spansOf (templates, kit) {
  return templates.flatMap((template) => {
    const { constructor, token } = template
    const name = kit.tags.get(constructor)
    if (constructor === kit.HTML) return textSpans(token.begin + token.trimLeft, token.end - token.trimRight)
    if (name === 'raw') return template.tokens.flatMap(({ begin, end }) => textSpans(begin, end))
    if (name === undefined) return kit.jumps.includes(constructor) ? [] : [tagSpan(token)]

    const nested = spansOf(nestedIn(template), kit)
    return writes(template, name) ? [tagSpan(token), ...nested] : nested
  })
}

/**
 * @param {object} template a tag
 * @returns {object[]}
 */
function nestedIn ({ branches = [], templates = [], elseTemplates = [] }) {
  return [...branches.flatMap((branch) => branch.templates), ...templates, ...elseTemplates]
}

/**
 * @param {object} template a tag
 * @param {string} name
 * @returns {boolean} not `{% layout none %}`
 */
function writes ({ file }, name) {
  return WRITING.includes(name) && !(name === 'layout' && file === undefined)
}

/**
 * @param {number} start
 * @param {number} end behind the start, unless all is trimmed away
 * @returns {import('../dialect').Span[]}
 */
function textSpans (start, end) {
  return start < end ? [{ start, end, kind: 'static' }] : []
}

/**
 * @param {object} token of a tag or an output; in `{% liquid %}`, a line with its end
 * @returns {import('../dialect').Span}
 */
function tagSpan (token) {
  return { start: token.begin, end: token.begin + token.getText().trimEnd().length, kind: 'dynamic' }
}

module.exports = { explainFile }
