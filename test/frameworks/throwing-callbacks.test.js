'use strict'

const { filesOf, languages } = require('../support/languages')
const { inParallel } = require('../support/in-parallel')
const { everything } = require('../support/level')
const { prose } = require('../support/prose')
const { resultOf } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const MODES = everything ? ['on', 'off', 'check', 'report'] : ['on', 'off', 'check']

const views = languages.map((language) => filesOf(language, { page: `${language.extension === 'pug' ? '| ' : ''}${prose(400)}${language.print('x')}` }))
const folder = viewFolder(Object.assign({ 'page.handlebars': `${prose(400)}{{x}}` }, ...views))

const run = (version, side, mode) =>
  resultOf(['test/support/throwing-callback-app.js', JSON.stringify({ version, side, folder: folder.file('.') })], { env: { BUFFERED_RENDER: mode } })

/** hbs catches what its callback throws, and calls it once more than we do: with the second error, in Express 4. */
function comparable (log, name) {
  return name.startsWith('hbs') ? log.filter((line, i) => line !== log[i - 1]) : log
}

const VERSIONS = ['4', '5']
/** By version, then by mode, or `alone`. Each process waits most of the time. */
const results = { 4: {}, 5: {} }
beforeAll(() => inParallel(VERSIONS.flatMap((version) => ['alone', ...MODES].map((mode) => ({ version, mode }))), async ({ version, mode }) => {
  results[version][mode] = await (mode === 'alone' ? run(version, 'alone') : run(version, 'ours', mode))
}))

describe.each(VERSIONS)('a callback of res.render that throws, in Express %s', (version) => {
  test.each(MODES)('is called as often as by Express, and its error ends as there, in mode %s', (mode) => {
    const { alone, [mode]: ours } = results[version]
    const compare = (results) => Object.fromEntries(Object.entries(results).map(([name, log]) => [name, comparable(log, name)]))
    expect(Object.keys(alone).length).toBeGreaterThan(6 * languages.length)
    expect(compare(ours)).toEqual(compare(alone))
  })

  test('ends the process or rejects, by the engine', () => {
    const ended = Object.values(results[version].alone).flat().map((line) => line.split(' ')[0])
    expect(new Set(ended)).toEqual(new Set(['called', 'uncaughtException', 'unhandledRejection', ...version === '4' ? ['error'] : []]))
  })
})
