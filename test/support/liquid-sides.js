'use strict'

const liquidjs = require('liquidjs')
const dialect = require('../../lib/dialects').byName('liquid')
const { Templates } = require('../../lib/templates')
const { describeError } = require('./outcome')
const { streamedText } = require('./streamed')
const { viewFolder } = require('./view-folder')

/**
 * @param {object} engine an instance of Liquid
 * @param {object} [options]
 * @param {boolean} [options.cache]
 * @returns {Templates} those of the dialect, as a renderer keeps them
 */
function templatesOf (engine, { cache = true, ...options } = {}) {
  return new Templates({ dialect, engine, options: () => options, cache }, { hits: 0, misses: 0, entries: new Map() })
}

/**
 * @param {() => unknown} render
 * @returns {Promise<object>} the text, or all that can be seen of the error
 */
async function outcomeOf (render) {
  try {
    const output = await render()
    const text = String(output)
    if (typeof output !== 'string' && !output.toBuffer().equals(Buffer.from(text))) throw new Error('bytes and text differ')
    return { text }
  } catch (error) {
    if (!(error instanceof Error)) return { error }
    const { context, name, errors } = error
    return { error: { ...describeError(error), name, context, errors: errors?.map(describeError), token: error.token?.getPosition?.() } }
  }
}

/**
 * Renders the view `page` by Liquid, by the dialect, and by that as a stream, twice each.
 *
 * @param {object} template see the corpus
 * @param {object} [setup]
 * @param {boolean} [setup.cache] of the dialect
 * @returns {Promise<{ expected: object[], actual: object[], streamed: object[], rendered?: object }>} the
 *   outcomes, and the last page
 */
async function sideBySide ({ page, files = {}, options = {}, setUp = () => {}, locals, drops }, { cache } = {}) {
  const folder = viewFolder({ 'page.liquid': page, ...files })
  const make = drops ? drops(liquidjs) : locals
  const inFolder = (names) => names && [names].flat().map((name) => folder.file(name))
  const create = () => {
    const { partials, layouts, ...rest } = options
    const folders = { ...(partials && { partials: inFolder(partials) }), ...(layouts && { layouts: inFolder(layouts) }) }
    const engine = new liquidjs.Liquid({ root: [folder.file('')], extname: '.liquid', ...rest, ...folders })
    setUp(engine, liquidjs)
    return engine
  }
  try {
    const [stock, own] = [create(), create()]
    const templates = templatesOf(own, { cache })
    const file = folder.file('page.liquid')
    const expected = []
    const actual = []
    const streamed = []
    let rendered
    for (let i = 0; i < 2; i++) {
      const [theirs, ours] = [make(), make()]
      expected.push(await outcomeOf(() => stock.renderFile(file, theirs)))
      actual.push(await outcomeOf(async () => {
        rendered = undefined
        rendered = await templates.load(file).render(ours)
        return rendered
      }))
      const later = make()
      streamed.push(await outcomeOf(async () => streamedText(templates.load(file), later)))
    }
    return { expected, actual, streamed, rendered }
  } finally {
    folder.remove()
  }
}

/**
 * @param {import('../../lib/template/rendered').Rendered} rendered
 * @returns {import('../../lib/template/static-fragment').StaticFragment[]}
 */
function fragmentsOf ({ chunks }) {
  return chunks.filter((chunk) => typeof chunk !== 'string')
}

module.exports = { fragmentsOf, outcomeOf, sideBySide, templatesOf }
