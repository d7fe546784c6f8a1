'use strict'

// Measures the views of projects, by CPU time to bytes: those of an engine divided by ours. The locals of a view are what the
// engine reads from it. Views that the engine does not render with them are not measured.
//
//     node bench/real.js language=folder[,search folder…][:extension] …

const path = require('node:path')
const { createRenderer } = require('..')
const { figure } = require('../bin/measure/figures')
const rotate = require('../bin/measure/rotate')
const { median } = require('../bin/measure/statistics')
const { time } = require('../bin/measure/stopwatch')
const { byName } = require('../lib/dialects')
const { filesBelow } = require('../lib/files')
const languages = require('./languages')
const { calledIn } = require('./languages/files')
const { record, textFor } = require('./real/recorder')
const table = require('./table')

/** Why a view is not measured, besides errors of the engine. */
const DIFFERENT = 'other bytes'

/** Milliseconds of CPU time for each batch, and to warm up; the number of batches. */
const BATCH = 3
const WARM_UP = 60
const ROUNDS = 21
const SLOWEST = 5

/** @returns {object[]} the views of a project that the engine renders, with both ways to render them */
function viewsOf (language, roots, extension) {
  const { extensions: [ours] } = byName(language)
  const files = filesBelow(roots[0]).filter((file) => file.endsWith(extension ?? ours))
  const setup = languages[language].projectEngine(roots, files)
  // With the same instance, ours would call the partials that Handlebars has compiled and kept there.
  const own = languages[language].projectEngine(roots, files)
  const renderer = createRenderer({ views: roots, extension: extension ?? ours, engines: { [extension ?? ours]: own.instance }, engineOptions: own.options, cache: true })
  const names = [...calledIn(files, /([A-Za-z_$][\w$]*)/g)]
  return files.map((file) => {
    const view = { name: `${language} ${path.relative(path.dirname(roots[0]), file)}`, language }
    try {
      const engine = setup.prepare(file)
      const data = dataFor(engine, setup, names)
      const name = path.relative(roots[0], file)
      const text = engine({ ...data })
      const page = renderer.folderViews.render(name, { ...data })
      if (page.toString() !== text || !page.toBuffer().equals(Buffer.from(text))) return { ...view, failed: DIFFERENT }
      const { chunks } = page
      const template = renderer.folderViews.load(name)
      return {
        ...view,
        bytes: Buffer.byteLength(text),
        fragments: chunks.filter((chunk) => typeof chunk !== 'string').length,
        engine: () => Buffer.from(engine({ ...data })),
        ours: () => template.render({ ...data }).toBuffer(),
        named: () => renderer.folderViews.render(name, { ...data }).toBuffer()
      }
    } catch (error) {
      return { ...view, failed: String(error.message).trim().split('\n').at(-1).slice(0, 90) }
    }
  })
}

/** @returns {object} plain data for what the engine reads */
function dataFor (engine, { isCallable, own = [] }, names) {
  const isLocal = (name) => !own.includes(name) && !/^__\w/.test(name) && !(name in globalThis)
  const { locals, data } = record(isCallable, names.filter(isLocal))
  errorOf(() => engine(locals))
  const plain = data()
  for (;;) {
    const error = errorOf(() => engine({ ...plain }))
    const name = /^(?:.*\n)*\s*(?:ReferenceError: )?([\w$]+) is not defined$/.exec(error?.message.trim())?.[1]
    if (name === undefined || Object.hasOwn(plain, name)) return plain
    plain[name] = textFor(name)
  }
}

/** @returns {unknown} the error of a call, if it throws */
function errorOf (call) {
  try {
    call()
  } catch (error) {
    return error
  }
}

/** Measures a view in turns. */
async function measure (view) {
  const ways = ['engine', 'ours', 'named']
  for (const way of ways) await time(view[way], WARM_UP)
  // The least of many short batches: whatever else the machine runs only adds to them.
  const least = { engine: Infinity, ours: Infinity, named: Infinity }
  for (let i = 0; i < ROUNDS; i++) {
    for (const way of rotate(ways, i)) least[way] = Math.min(least[way], await time(view[way], BATCH))
  }
  view.micros = least.engine / 1000
  view.ratio = least.engine / least.ours
  view.named = least.engine / least.named
}

function report (views) {
  const measured = views.filter(({ ratio }) => ratio !== undefined)
  const languages = [...new Set(views.map(({ language }) => language))]
  const below = (views, most, key = 'ratio') => String(views.filter((view) => view[key] < most).length)
  table.print({
    header: ['language', 'not rendered', 'views', 'median', '< 1.0', '< 0.95', 'by name < 1.0', '≥ 1 KB', '< 1.0', '< 0.95', 'by name < 1.0'],
    rows: languages.map((language) => {
      const own = measured.filter((view) => view.language === language)
      const large = own.filter(({ bytes }) => bytes >= 1024)
      const counts = (views) => [below(views, 1), below(views, 0.95), below(views, 1, 'named')]
      const failed = views.filter((view) => view.language === language && view.failed).length
      return [language, failed, own.length, figure(median(own.map(({ ratio }) => ratio)), 2), ...counts(own), large.length, ...counts(large)].map(String)
    })
  })
  for (const language of languages) {
    const slowest = measured.filter((view) => view.language === language).sort((a, b) => a.ratio - b.ratio).slice(0, SLOWEST)
    table.print({
      title: '',
      header: ['view', 'engine / ours', 'by name', 'engine µs', 'bytes', 'fragments'],
      rows: slowest.map(({ name, ratio, named, micros, bytes, fragments }) => {
        return [name.slice(-60), figure(ratio, 2), figure(named, 2), figure(micros, 2), figure(bytes), String(fragments)]
      })
    })
  }
}

async function main (projects) {
  const views = projects.flatMap((project) => {
    const [, language, folders, extension] = /^(\w+)=([^:]+)(?::(.+))?$/.exec(project)
    return viewsOf(language, folders.split(',').map((folder) => path.resolve(folder)), extension)
  })
  for (const view of views) {
    if (view.failed === undefined) await measure(view)
    else if (view.failed === DIFFERENT) console.log(`${view.name}: other bytes than by the engine`)
  }
  report(views)
}

main(process.argv.slice(2))
