'use strict'

const path = require('node:path')
const { NO_ENGINE, NOT_REPEATED } = require('../../lib/modes/checks')
const { describeDifference, difference, titleOf } = require('../../lib/modes/difference')
const { byEngineOf } = require('../../lib/modes/by-engine-of')
const { compare, isThenable } = require('../../lib/modes/outcome')
const { MISSING } = require('../../lib/views/view-source')
const { inTime } = require('../in-time')
const { messageOf } = require('../input-file')
const { hintFor } = require('../languages')

/**
 * What a view is with its engine alone and with this library.
 *
 * @typedef {object} Checked
 * @property {string} name what is passed to `res.render`
 * @property {string} file relative to the working directory, with `/` as the separator
 * @property {'same' | 'differs' | 'sameError' | 'notCompared' | 'byEngine'} result `byEngine`: Express or its engine
 *   renders the view in any case
 * @property {string} [reason] for all but `same`: a predicate whose subject is the view; for `differs`, a text
 * @property {string} [hint] for `sameError`: a sentence that names the option which may give what is missing
 * @property {import('../../lib/modes/difference').Difference} [difference] that of the two pages
 */

/**
 * @param {import('../site').View} view
 * @param {() => object} copy gives the locals of another render
 * @returns {Promise<Checked>} errors of the view are results
 */
async function checkView (view, copy) {
  const checked = { __proto__: null, name: view.name, file: path.relative('', view.file).split(path.sep).join('/') }
  const fails = (error) => notCompared(`fails before it can be compared: ${messageOf(error)}`)
  return Object.assign(checked, await resultOf(view, copy).catch(fails))
}

/** @throws {Error} if there is no engine, or the app does not allow the file */
async function resultOf (view, copy) {
  const { file, name, renderer: { knownViews: source } } = view
  const found = source.find(name, source.merge({}))
  const missing = found.reason === MISSING && source.missingError(name)
  if (missing) throw missing
  if (found.reason) return { result: 'byEngine', reason: found.reason }
  if (found.templates === undefined) found.load()
  const { file: other = file } = found
  if (other !== file) return notCompared(`is not the file that is found by its name: "${other}"`)
  const byEngine = byEngineOf(found)
  if (byEngine === undefined) return notCompared(NO_ENGINE)

  const rendered = (render) => () => settled(render(source.merge(copy())))
  const { alone, ours, result } = await compare(rendered(byEngine), rendered((locals) => found.render(name, locals)))
  if (result === 'same') return { result }
  if (result === 'byEngine') return { result, reason: ours.page.engineFallback }
  if (result === 'sameError') return sameError(alone, found.templates.dialect)
  if (result === 'notCompared') return notCompared(NOT_REPEATED)
  const where = alone.bytes && ours.bytes && { difference: difference(alone.bytes, ours.bytes) }
  return { result, reason: describeDifference(name, titleOf(found.templates), { alone, ours }), ...where }
}

function notCompared (reason) {
  return { result: 'notCompared', reason }
}

/** A page that never comes is an error. */
function settled (page) {
  return isThenable(page) ? inTime(page, 'The page') : page
}

function sameError ({ name, message }, dialect) {
  return { result: 'sameError', reason: `throws ${name}: ${message}`, hint: hintFor(dialect.name, message) }
}

module.exports = { checkView }
