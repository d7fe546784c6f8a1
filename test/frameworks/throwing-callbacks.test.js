'use strict'

const path = require('node:path')
const { filesOf, languages } = require('../support/languages')
const { everything } = require('../support/level')
const { prose } = require('../support/prose')
const { runScript } = require('../support/run-script')
const { viewFolder } = require('../support/view-folder')

const MODES = everything ? ['on', 'off', 'check', 'report'] : ['on', 'off', 'check']

let folder
beforeAll(() => {
  const views = languages.map((language) => filesOf(language, { page: `${language.extension === 'pug' ? '| ' : ''}${prose(400)}${language.print('x')}` }))
  folder = viewFolder(Object.assign({ 'page.handlebars': `${prose(400)}{{x}}` }, ...views))
})

async function run (version, side, mode) {
  const args = [JSON.stringify({ version, side, folder: folder.file('.') })]
  const { stdout, stderr } = await runScript(path.join('test/support/throwing-callback-app.js'), args, { BUFFERED_RENDER: mode })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** hbs catches what its callback throws, and calls it once more than we do: with the second error, in Express 4. */
function comparable (log, name) {
  return name.startsWith('hbs') ? log.filter((line, i) => line !== log[i - 1]) : log
}

describe.each(['4', '5'])('a callback of res.render that throws, in Express %s', (version) => {
  let alone
  beforeAll(async () => {
    alone = await run(version, 'alone')
  })

  test.each(MODES)('is called as often as by Express, and its error ends as there, in mode %s', async (mode) => {
    const compare = (results) => Object.fromEntries(Object.entries(results).map(([name, log]) => [name, comparable(log, name)]))
    expect(Object.keys(alone).length).toBeGreaterThan(6 * languages.length)
    expect(compare(await run(version, 'ours', mode))).toEqual(compare(alone))
  })

  test('ends the process or rejects, by the engine', () => {
    const ended = Object.values(alone).flat().map((line) => line.split(' ')[0])
    expect(new Set(ended)).toEqual(new Set(['called', 'uncaughtException', 'unhandledRejection', ...version === '4' ? ['error'] : []]))
  })
})
