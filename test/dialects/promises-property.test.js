'use strict'

const fs = require('node:fs')
const fc = require('fast-check')
const { createRenderer } = require('../..')
const { dialects } = require('../../lib/dialects')
const { everything, propertyRuns } = require('../support/level')
const { partsOf } = require('../support/streamed')
const { viewFolder } = require('../support/view-folder')

/** Functions of an app. Some return values of unknown types unchanged. */
const FUNCTIONS = {
  unmarked: (value) => String(value).replace(/<[^>]*>/g, ''),
  cleaned: (value) => typeof value === 'string' ? value.replace(/<[^>]*>/g, '') : value,
  worded: (value) => value.replace(/bad/g, '***'),
  counted: (value) => value?.length ?? 'none',
  typed: (value) => typeof value,
  same: (value) => value === 'tea',
  bad: (value) => /bad/.test(value)
}

const NAMES = ['bio', 'word', 'list', 'flag']

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('print'), raw: fc.boolean(), fn: fc.option(fc.constantFrom(...Object.keys(FUNCTIONS)), { nil: undefined }), name: fc.constantFrom(...NAMES) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('test'), fn: fc.option(fc.constantFrom('counted', 'same', 'bad'), { nil: undefined }), name: fc.constantFrom(...NAMES) }) },
  fc.record({ kind: fc.constant('each'), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('other'), name: fc.constantFrom(...NAMES) })
)

const value = fc.constantFrom('hi<img src=x onerror=alert(1)>', 'a bad word', 'tea', '', 0, 7, true, false, null, ['a', '<b>'], [])

const example = fc.record({
  pieces: fc.array(piece, { minLength: 1, maxLength: 5 }),
  values: fc.tuple(...NAMES.map(() => value)),
  promised: fc.tuple(...NAMES.map(() => fc.boolean()))
})

const LANGUAGES = dialects.map(({ name }) => require(`./languages/${name}`).promises)

const folder = viewFolder(Object.assign({}, ...LANGUAGES.map(({ parts }) => parts)))

/** Functions that record their arguments. */
function recorded (log) {
  return Object.fromEntries(Object.entries(FUNCTIONS).map(([name, fn]) => [name, (value) => {
    log.push(`${name} ${typeof value}`)
    return fn(value)
  }]))
}

/** Returns the outcome of a render and the arguments that functions got. */
async function endOf (log, render) {
  try {
    return { output: String(await render()), log: log.splice(0) }
  } catch (error) {
    log.length = 0
    return { error }
  }
}

let count = 0

/**
 * @param {import('./suite').Promises} language
 * @param {object} generated example
 * @returns {Promise<Record<'values' | 'promises' | 'awaited' | 'rendered' | 'streamed', { output?: string, error?: Error }>>}
 *   outcomes of the engine with values, with promises, and with promises that it awaits; of the dialect with promises, rendered and streamed
 */
async function endsOf (language, { pieces, values, promised }) {
  const { extension, open } = language
  const write = (awaiting) => {
    const name = `page${count++}.${extension}`
    fs.writeFileSync(folder.file(name), pieces.map((each) => language[each.kind](each, awaiting)).join('\n'))
    return name
  }
  const name = write('')
  const log = []
  const { engine, functions, render } = open(folder.file(''), recorded(log), NAMES)
  const renderer = createRenderer({ views: folder.file(''), extension, cache: true, engines: engine && { [extension]: engine } })
  const there = () => ({ ...functions, ...Object.fromEntries(NAMES.map((name, i) => [name, values[i]])) })
  const late = () => ({ ...there(), ...Object.fromEntries(NAMES.flatMap((name, i) => promised[i] ? [[name, Promise.resolve(values[i])]] : [])) })
  const stream = async (locals) => (await partsOf(renderer.streamingView(() => renderer.folderViews.existing(name).load(), { ...locals }, locals))).join('')
  return {
    values: await endOf(log, async () => render(folder.file(name), there())),
    promises: await endOf(log, async () => render(folder.file(name), late())),
    awaited: await endOf(log, async () => render(folder.file(write('await ')), late(), true)),
    rendered: await endOf(log, () => renderer.render(name, late())),
    streamed: await endOf(log, () => stream(late()))
  }
}

/** A page that prints the text of a promise unescaped: few generated ones do. */
const unescaped = {
  pieces: [{ kind: 'print', raw: true, fn: undefined, name: 'bio' }],
  values: ['hi<img src=x onerror=alert(1)>', '', '', ''],
  promised: [true, false, false, false]
}

const SETTINGS = { ...propertyRuns(400), examples: [[unescaped]] }

/** Returns whether an unescaped value is a promise, passed directly or through a function. */
function hasRawPromise ({ pieces, promised }) {
  return pieces.some(({ raw, fn, name }) => raw && [undefined, 'cleaned'].includes(fn) && promised[NAMES.indexOf(name)])
}

/** The suite of dialects compares errors. Here their messages differ by the code around them. */
const bare = ({ error, ...ending }) => error ? { failed: true } : ending

describe.each(LANGUAGES)('generated templates in .$extension', (language) => {
  const { streams = 'values' } = language
  const letsTextPass = (generated) => streams === 'awaited' && hasRawPromise(generated)

  test(`${SETTINGS.numRuns}, equal the engine's page of promises when rendered, and its page of values, or fail, when streamed`, async () => {
    let pages = 0
    let refused = 0
    await fc.assert(fc.asyncProperty(example, async (generated) => {
      const ends = await endsOf(language, generated)
      expect(bare(ends.rendered)).toEqual(bare(ends.promises))

      if (ends.streamed.error?.message.includes('printed unescaped gave')) {
        expect(letsTextPass(generated)).toBe(true)
        refused++
      } else {
        if (letsTextPass(generated)) expect(ends.streamed.output).toBeUndefined()
        expect(bare(ends.streamed)).toEqual(bare(ends[streams]))
        if (ends.streamed.output !== undefined && generated.promised.includes(true)) pages++
      }
    }), SETTINGS)
    expect(pages).toBeGreaterThan(SETTINGS.numRuns / (everything ? 5 : Infinity))
    expect(refused > 0).toBe(streams === 'awaited')
  })
})
