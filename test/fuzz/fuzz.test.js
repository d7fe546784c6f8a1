'use strict'

const path = require('node:path')
const { dialects } = require('../../lib/dialects')
const { runScript } = require('../support/run-script')

/** @returns {Promise<{ code: number, text: string }>} how the fuzzer ends, with a module that is loaded before */
async function fuzz (args, broken) {
  const env = broken && { NODE_OPTIONS: `--require ${path.join(__dirname, broken)}` }
  const { code, stdout, stderr } = await runScript('tools/fuzz.js', args, env)
  return { code, text: stdout + stderr }
}

// The first case of this seed sends a page.
const ONE_CASE = ['--seed', '4', '--path', '0']

test.each(['mustache', 'requests'])('%s: no failure', async (name) => {
  const { code, text } = await fuzz(['--only', name, ...ONE_CASE])
  expect(text).toMatch(/^all +1 /m)
  expect(code).toBe(0)
})

test.each([
  ['mustache', "message: 'The page as gzip is another one'"],
  ['requests', "+   vary: 'broken'"]
])('%s: a difference is printed with its case', async (name, difference) => {
  const { code, text } = await fuzz(['--only', name, ...ONE_CASE], 'broken.js')
  expect(text).toContain(`To repeat: npm run fuzz -- --only ${name} --seed 4 --path 0`)
  expect(text).toContain(difference)
  expect(code).toBe(1)
})

test.each([
  [['--only', 'perl'], `--only takes ${dialects.map(({ name }) => name).join(', ')}, requests; got 'perl'`],
  [['--path', '0'], '--path takes numbers with colons between them, and --only with one name'],
  [['--seed', '0.5'], '--seed takes a whole number'],
  [['--runs', '0'], '--runs takes a whole number above 0'],
  [['--minutes', '0'], '--minutes takes a whole number above 0']
])('%j is refused', async (args, message) => {
  const { code, text } = await fuzz(args)
  expect(text).toContain(message)
  expect(code).toBe(2)
})
