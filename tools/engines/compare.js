'use strict'

// Compares one installed engine with its dialect, and prints the result as JSON:
//
//   node tools/engines/compare.js liquidjs /tmp/folder '{ "entry": "import", "generated": 1000, "isLearnt": true }'

const { inspect } = require('node:util')
const { Coverage } = require('./coverage')
const { examplesOf, namedExamples, waitingExamples } = require('./examples')
const hosts = require('./hosts')
const { useInstalled } = require('./installed')
const { testedLanguage } = require('./tested-language')
const { KnownCode } = require('../../lib/dialects/guards/known-code')
const { NO_LONG_TEXT } = require('../../lib/dialects/shared/engine-fallback')
const { sideBySide } = require('../../test/dialects/side-by-side')

const [name, folder, given = '{}'] = process.argv.slice(2)
const { entry = 'require', generated, isLearnt = false, isStopped = false } = JSON.parse(given)

async function main () {
  const coverage = isLearnt ? new Coverage() : undefined
  await coverage?.start()
  const functions = isLearnt ? recordFunctions() : undefined
  const { exports, version } = await useInstalled(name, folder, entry)
  const { language, engine } = testedLanguage(name, exports)
  const result = { name, version, templates: 0, failed: 0, left: 0, different: [] }

  let template
  const open = (setup) => {
    const side = language.open(setup)
    return { ...side, template: () => (template = side.template()) }
  }
  const render = (example, setting) => sideBySide({ ...language, open, streams: false }, engine, example, setting)

  const examples = examplesOf(name, version, generated)
  if (isLearnt) examples.push(...waitingExamples(name, version), ...await namedExamples(language, render))
  for (const [example, setting] of examples) {
    if (isStopped && result.different.length > 0) break
    template = undefined
    const { expected, actual, side } = await render(example, setting)
    result.templates++
    if (template === undefined) result.failed++
    else if (isLeft(template)) result.left++
    for (const [i, ending] of expected.entries()) {
      if (isSame(ending, actual[i]) || await language.explains?.(ending, actual[i], example, side)) continue
      result.different.push({ example: example.name ?? inspect(example), expected: inspect(ending), actual: inspect(actual[i]) })
      break
    }
  }
  return isLearnt ? { ...result, methods: await methodsIn(functions, coverage) } : result
}

/** @returns {Map<string, Function>} the engine's functions that the dialect compares from now on, not those of apps, by "Owner.method" */
function recordFunctions () {
  const functions = new Map()
  const { buildsOf } = KnownCode.prototype
  KnownCode.prototype.buildsOf = function (owner, method, fn) {
    const builds = buildsOf.call(this, owner, method, fn)
    if (this.package === name && typeof fn === 'function' && builds.length > 0) functions.set(`${owner}.${method}`, fn)
    return builds
  }
  return functions
}

/** @returns {Promise<{ method: string, file: string, start: number, end: number, missed: import('./coverage').Part[] }[]>} where they are, and what never ran */
async function methodsIn (functions, coverage) {
  const covered = await coverage.of([...functions.values()])
  return [...functions.keys()].map((method, i) => ({ method, ...covered[i] }))
}

/** @returns {boolean} whether the engine has rendered the template, or a part of it, and not only a second, short page */
function isLeft (template) {
  const reasons = Object.keys(template.renderLog?.counts ?? {})
  if (reasons.some((reason) => !hosts[name] || reason !== NO_LONG_TEXT)) return true
  try {
    return Boolean(template.program.usesEngine?.({}))
  } catch {
    // The template does not compile.
    return false
  }
}

function isSame (expected, actual) {
  const [a, b] = [expected, actual].map((ending) => inspect(ending, { depth: 10, sorted: true, maxArrayLength: null, maxStringLength: null }))
  return a === b
}

// Templates may print, and Handlebars prints warnings.
console.log = console.error = console.warn = () => {}
main().then((result) => process.stdout.write(`\n${JSON.stringify(result)}`))
