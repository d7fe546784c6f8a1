'use strict'

const { isDeepStrictEqual } = require('node:util')
const zlib = require('node:zlib')
const { GzipMember } = require('../../lib/codings/gzip/gzip')
const { everything } = require('../support/level')
const { describeError, isError } = require('../support/outcome')
const { streamedText } = require('../support/streamed')

/**
 * The ways to create a page.
 *
 * @type {Record<string, (side: import('./suite').Side, locals: object, pages: object[]) => unknown>}
 */
const WAYS = {
  engine: (side, locals) => side.page(locals),
  async dialect (side, locals, pages) {
    const page = await side.template().render(side.copiesLocals ? { ...locals } : locals)
    pages.push(page)
    const text = page.toString()
    const bytes = page.toBuffer()
    if (!bytes.equals(Buffer.from(text))) throw new Error('The bytes of the page are not those of its text')
    // A page rendered again has the fragments of the first one.
    if (!everything && pages.slice(0, -1).some((earlier) => earlier.toString() === text)) return text
    for (const deflatesText of [true, false]) {
      if (!zlib.gunzipSync(new GzipMember(page, { deflatesText }).toBuffer()).equals(bytes)) throw new Error('The page as gzip is another one')
    }
    return text
  },
  stream: (side, locals) => streamedText(side.template(), { ...locals })
}

/**
 * Renders an example with the engine, with the dialect and as a stream, each on its own side.
 *
 * @param {import('./suite').Language} language
 * @param {object} engine
 * @param {import('./suite').Example} example
 * @param {object} setting
 * @param {number} [renders] how many at least, unless there are many locals
 * @returns {Promise<{ expected: object[], actual: object[], streamed: object[], pages: object[], side: import('./suite').Side }>}
 *   the outcomes and records of all renders, `streamed` only for languages with async chunks; the pages of the dialect; the
 *   side of the engine
 */
async function sideBySide (language, engine, example, setting, renders = 2) {
  const pages = []
  const streams = language.streams && example.streams !== false
  const ways = [WAYS.engine, WAYS.dialect, ...streams ? [WAYS.stream] : []]
  const { endings: [expected, actual, streamed = expected], sides: [side] } = await endingsOf(language, { engine, example, setting }, ways.map((way) => (side, locals) => way(side, locals, pages)), timesFor(example.locals, renders))
  return { expected, actual, streamed, pages, side }
}

/**
 * Renders an example in several ways, each on its own side.
 *
 * @param {import('./suite').Language} language
 * @param {{ engine: object, example: import('./suite').Example, setting: object }} setup
 * @param {((side: import('./suite').Side, locals: object) => unknown)[]} ways
 * @param {number} [times] how often each of the locals is rendered
 * @returns {Promise<{ endings: object[][], sides: import('./suite').Side[] }>} of each way
 */
async function endingsOf (language, setup, ways, times = 1) {
  const { example } = setup
  const folder = language.folderOf?.(example)
  const sides = ways.map(() => language.open({ ...setup, folder }))
  const endings = ways.map(() => [])
  try {
    for (const [i, way] of ways.entries()) {
      for (const locals of Array(times).fill(localsOf(example.locals)).flat()) endings[i].push(await endingOf(sides[i], () => way(sides[i], locals())))
    }
    return { endings, sides }
  } finally {
    folder?.remove()
    for (const side of sides) side.close?.()
  }
}

/**
 * @param {import('./suite').Language} language
 * @param {import('./suite').Example} example
 * @param {Awaited<ReturnType<typeof sideBySide>>} rendered
 * @returns {Promise<{ actual: object, expected: object }[]>} the outcomes that differ from those of the engine, except for known reasons
 */
async function unexplained (language, example, { expected, actual, streamed, side }) {
  const pairs = [actual, streamed].flatMap((endings) => endings.map((actual, i) => ({ actual, expected: expected[i] })))
  const found = []
  for (const { actual, expected } of pairs) {
    if (isDeepStrictEqual(actual, expected) || await language.explains?.(expected, actual, example, side)) continue
    found.push({ actual, expected })
  }
  return found
}

const localsOf = (locals = () => ({})) => [locals].flat()

/** Each of the locals is rendered twice at least: templates are compiled at their first render, and some anew for later locals. */
function timesFor (locals, renders) {
  const { length } = localsOf(locals)
  return length > MANY ? 1 : Math.max(2, Math.ceil(renders / length))
}

/** The number of locals from which on repetition is unnecessary: most of them are not used for the first render. */
const MANY = 100

async function endingOf ({ before, limit = (page) => page, log, normalise = (output) => output }, render) {
  before?.()
  let ending
  try {
    const page = Promise.resolve().then(render)
    ending = { output: normalise(await limit(page)) }
  } catch (error) {
    ending = { error: descriptionOf(error) }
  }
  return { ...ending, log: log?.splice(0) }
}

/** Returns all properties of an engine's error. */
function descriptionOf (error) {
  if (!isError(error)) return error
  const { name, context, lineno, colno, cause, errors, token } = error
  // Nunjucks numbers some variables across all templates.
  const same = (text) => String(text).replace(/hole_\d+/g, 'hole')
  const { message, ...described } = describeError(error)
  return { ...described, type: name, message: same(message), cause: same(cause), context, lineno, colno, token: token?.getPosition?.(), errors: errors?.map(descriptionOf) }
}

module.exports = { endingOf, endingsOf, page: WAYS.engine, sideBySide, unexplained }
