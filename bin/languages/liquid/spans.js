'use strict'

/** Built-in tags that write by themselves. */
const WRITING = ['block', 'echo', 'include', 'layout', 'render', 'tablerow']

/**
 * @param {object[]} templates as parsed by Liquid
 * @returns {import('../../../types/template').Span[]} without the text within the app's tags, which may change it
 */
function spansOf (templates, internals) {
  return templates.flatMap((template) => {
    const { constructor, token } = template
    const name = internals.tags.get(constructor)
    if (constructor === internals.HTML) return textSpans(token.begin + token.trimLeft, token.end - token.trimRight)
    if (name === 'raw') return template.tokens.flatMap(({ begin, end }) => textSpans(begin, end))
    if (name === undefined) return isJump(template, internals) ? [] : [tagSpan(token)]

    const nested = spansOf(nestedIn(template), internals)
    return writes(template, name) ? [tagSpan(token), ...nested] : nested
  })
}

/** @returns {boolean} whether it is Liquid's `break` or `continue` */
function isJump ({ constructor, name }, { engineTags }) {
  return engineTags.has(constructor) && ['break', 'continue'].includes(name)
}

/** @param {object} template a tag */
function nestedIn ({ branches = [], templates = [], elseTemplates = [] }) {
  return [...branches.flatMap((branch) => branch.templates), ...templates, ...elseTemplates]
}

/** @param {object} template a tag. @returns {boolean} not `{% layout none %}` */
function writes ({ file }, name) {
  return WRITING.includes(name) && !(name === 'layout' && file === undefined)
}

/** @param {number} end not after the start if all text is trimmed away */
function textSpans (start, end) {
  return start < end ? [{ start, end, kind: 'static' }] : []
}

/** @param {object} token that of a tag or an output; in `{% liquid %}`, a line with its line end */
function tagSpan (token) {
  return { start: token.begin, end: token.begin + token.getText().trimEnd().length, kind: 'dynamic' }
}

module.exports = { spansOf }
