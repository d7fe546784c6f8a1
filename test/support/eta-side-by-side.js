'use strict'

const dialect = require('../../lib/dialects').byName('eta')
const { Templates } = require('../../lib/templates')
const { outcome } = require('./outcome')
const { streamedText } = require('./streamed')
const { viewFolder } = require('./view-folder')

/**
 * Templates of the dialect, as a renderer keeps them.
 *
 * @param {object} engine an instance of Eta
 * @param {{ async?: boolean, cache?: boolean }} [options]
 * @returns {Templates}
 */
function templatesOf (engine, { async, cache = true } = {}) {
  return new Templates({ dialect, engine, options: () => ({ async }), cache }, { hits: 0, misses: 0, entries: new Map() })
}

/**
 * Renders the view `page` by Eta, by the dialect, and by that as a stream, twice each.
 *
 * @param {typeof import('eta')} eta the package
 * @param {object} template
 * @param {Record<string, string>} template.files sources by file name
 * @param {(() => object)[]} template.locals
 * @param {object} [template.config] of the instance
 * @param {boolean} [template.async] by `renderAsync`
 * @param {(engine: object) => void} [template.setUp] prepares an instance
 * @returns {Promise<{ expected: object[], actual: object[], streamed: object[] }>} outcomes
 */
async function sideBySide (eta, { files, locals, config, async = false, setUp = () => {} }) {
  const folder = viewFolder(files)
  const create = () => {
    const engine = new eta.Eta({ views: folder.file(''), ...config })
    return setUp(engine) ?? engine
  }
  try {
    const stock = create()
    const templates = templatesOf(create(), { async })
    const forStreams = templatesOf(create(), { async })
    const expected = []
    const actual = []
    const streamed = []
    for (const make of [...locals, ...locals]) {
      expected.push(await outcome(async () => (await (async ? stock.renderAsync('page', make()) : stock.render('page', make()))) ?? ''))
      actual.push(await outcome(async () => {
        const rendered = await templates.load(folder.file('page.eta')).render(make())
        const text = rendered.toString()
        if (rendered.toBuffer().compare(Buffer.from(text)) !== 0) throw new Error('bytes and text differ')
        return text
      }))
      streamed.push(await outcome(() => streamedText(forStreams.load(folder.file('page.eta')), { ...make() })))
    }
    return { expected, actual, streamed }
  } finally {
    folder.remove()
  }
}

module.exports = { sideBySide, templatesOf }
