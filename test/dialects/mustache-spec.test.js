'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { sides } = require('./languages/mustache-sides')

const folder = path.join(__dirname, '../corpus/mustache/spec')

const NOT_PARSED = 'what a function gives for a value is not parsed'
const NO_ARGUMENT = 'the function of a section is called without the text; a function that it gives would get it'

/** The reasons why mustache.js differs from the specification. The dialect equals mustache.js. */
const DIFFERENCES = {
  'interpolation.json: Dotted Names - Context Precedence': 'a dotted name that breaks off is looked up in the outer scopes',
  '~lambdas.json: Interpolation - Expansion': NOT_PARSED,
  '~lambdas.json: Interpolation - Alternate Delimiters': NOT_PARSED,
  '~lambdas.json: Section': NO_ARGUMENT,
  '~lambdas.json: Section - Expansion': NO_ARGUMENT,
  '~lambdas.json: Section - Alternate Delimiters': NO_ARGUMENT,
  '~lambdas.json: Section - Multiple Calls': NO_ARGUMENT,
  '~lambdas.json: Inverted Section': 'the function of an inverted section is called, and what it gives counts'
}

const files = fs.readdirSync(folder).filter((file) => file.endsWith('.json'))
const cases = files.flatMap((file) => JSON.parse(fs.readFileSync(path.join(folder, file))).tests.map((each) => ({ file, ...each })))

/** @returns {unknown} the value with functions in place of their source code */
function withFunctions (value) {
  if (value === null || typeof value !== 'object') return value
  if (value.__tag__ === 'code') return new Function(`return ${value.js}`)() // eslint-disable-line no-new-func
  if (Array.isArray(value)) return value.map(withFunctions)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withFunctions(each)]))
}

/**
 * @param {() => Promise<object>} render
 * @returns {Promise<object>} its outcome, with a new global counter, which one case uses
 */
async function counted (render) {
  delete globalThis.calls
  try {
    return await render()
  } finally {
    delete globalThis.calls
  }
}

test.each(cases)('$file: $name', async ({ file, name, template, data, partials, expected }) => {
  const { stock, ours } = sides({ ...partials, page: template })
  const byEngine = await counted(() => stock(withFunctions(data)))
  expect(await counted(() => ours(withFunctions(data)))).toEqual(byEngine)
  expect(byEngine.output !== expected).toBe(`${file}: ${name}` in DIFFERENCES)
})

test('every listed difference belongs to a case', () => {
  const names = cases.map(({ file, name }) => `${file}: ${name}`)
  expect(names).toEqual(expect.arrayContaining(Object.keys(DIFFERENCES)))
})
