'use strict'

const fs = require('node:fs')
const http = require('node:http')
const { serve } = require('../../bin/compare/apps')
const { get } = require('../../bin/compare/client')
const { comparePages } = require('../../bin/compare/pages')
const { compareSides } = require('../../bin/compare/rounds')
const { openSubject } = require('../../bin/compare/subject')
const { waysFor } = require('../../bin/compare/ways')
const progress = require('../../bin/measure/progress')
const { dialects } = require('../../lib/dialects')
const { filesOf, languages } = require('../support/languages')
const { everything } = require('../support/level')
const { replace } = require('../support/replaced')
const { viewFolder } = require('../support/view-folder')

const PROSE = '<p>All static text comes first.</p>'.repeat(40)

/** One page in each language, with a partial for each item. */
const VIEWS = Object.fromEntries(languages.flatMap((language) => {
  return Object.entries(filesOf(language, language.listing(PROSE))).map(([file, source]) => [`${language.name}/${file}`, source])
}))

const LOCALS = { title: 'Tea & coffee', items: ['Assam', 'Café crème'] }
const PAGE = `${PROSE}<h1>Tea &amp; coffee</h1><li>Assam</li><li>Café crème</li>`

const installed = (name) => ({ name, version: '1.0.0', file: require.resolve(name) })
const FRAMEWORKS = {
  express: { name: 'express', package: installed('express'), compression: installed('compression'), validators: [] },
  express4: { name: 'express', package: installed('express4'), compression: installed('compression'), validators: [] },
  koa: { name: 'koa', package: installed('koa'), compression: installed('koa-compress'), validators: ['koa-conditional-get', 'koa-etag'].map(installed) },
  'koa alone': { name: 'koa', package: installed('koa'), validators: [] },
  http: { name: 'http', validators: [] }
}

const folder = viewFolder({
  ...VIEWS,
  'other/page.ejs': 'short',
  'other/counts.ejs': `${PROSE}<% items.push(1) %><%= items.length %>`,
  'other/throws.ejs': '<%= none %>',
  'data.json': JSON.stringify(LOCALS)
})

/** Servers that a test has started, which `serve` returns by their ports only. @type {http.Server[]} */
let servers = []
beforeEach(() => {
  // koa-etag prints that it has another name now.
  jest.spyOn(console, 'warn').mockReturnValue()
  const { createServer } = http
  jest.spyOn(http, 'createServer').mockImplementation((...args) => {
    const server = createServer(...args)
    servers.push(server)
    return server
  })
})
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections()
  servers = []
})

function settingOf (name, view = fs.readdirSync(folder.file(name)).find((file) => file.startsWith('page.'))) {
  return { view, data: folder.file('data.json'), views: [folder.file(name)] }
}

async function subjectOf (setting, framework, options = {}) {
  const subject = await openSubject(setting)
  return { ...subject, framework: FRAMEWORKS[framework], options: { ...subject.options, ...options } }
}

/** Compares the pages of apps in this process, each with its own locals. */
async function compare (...args) {
  const ways = waysFor(await subjectOf(...args))
  const ports = new Map()
  for (const way of ways) {
    for (const side of ['alone', 'ours']) {
      if (way[side]) ports.set(`${side} ${way.name}`, await serve(await subjectOf(...args), { isOurs: side === 'ours', ...way[side] }))
    }
  }
  const compared = await comparePages((side, { name }) => ({ get: (headers) => get(ports.get(`${side} ${name}`), headers) }), ways)
  const shown = compared.ways?.map(({ way, status, answers: { alone, ours } }) => {
    return [way.name, status, ...[alone, ours].map((answer) => way.alone || answer === ours ? answer.headers['content-encoding'] ?? 'identity' : undefined)]
  })
  return { ...compared, ways: shown }
}

const PLAIN = [['plain', 200, 'identity', 'identity'], ['plainAgain', 200, 'identity', 'identity'], ['notModified', 304, 'identity', 'identity']]
const WITHOUT_COMPRESSION = [...PLAIN.slice(0, 2), ['notModified', 304, undefined, 'identity'], ['encoded', 200, undefined, 'gzip'], ['encodedAgain', 200, undefined, 'gzip']]
const COMPRESSED = ['compressed', 200, 'gzip', 'gzip']

/** The ways in which both sides of a framework answer alike. */
const WAYS = {
  express: [...PLAIN, COMPRESSED, ['encoded', 200, 'gzip', 'gzip'], ['encodedAgain', 200, 'gzip', 'gzip']],
  koa: [...PLAIN, COMPRESSED, ['compressedAgain', 200, 'gzip', 'gzip']],
  'koa alone': WITHOUT_COMPRESSION,
  http: WITHOUT_COMPRESSION
}
WAYS.express4 = WAYS.express

const names = dialects.map(({ name }) => name)
const cases = names.flatMap((name) => Object.keys(FRAMEWORKS).map((framework) => [name, framework]))

test.each(cases)('%s, %s: both sides answer alike, with the page of the engine', async (name, framework) => {
  const bytes = Buffer.byteLength(PAGE)
  expect(await compare(settingOf(name), framework)).toEqual({ identical: true, bytes, changes: false, ways: WAYS[framework] })
  const alone = await serve(await subjectOf(settingOf(name), framework), { isOurs: false, isCompressed: false, extraOptions: {} })
  const { headers, page } = await get(alone)
  expect(String(page)).toBe(PAGE)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

describe('the ways', () => {
  const waysOf = async (framework, options, setting = settingOf('ejs')) => (await compare(setting, framework, options)).ways.map(([name]) => name)

  test.each([
    ['compress: true', { compress: true }, ['plain', 'plainAgain', 'notModified', 'compressed', 'compressedAgain']],
    ['compress: false', { compress: false }, ['plain', 'plainAgain', 'notModified', 'compressed', 'compressedAgain']],
    ['memo: false', { memo: false }, ['plain', 'notModified', 'compressed', 'encoded']],
    ['etag: false', { etag: false }, ['plain', 'plainAgain', 'compressed', 'encoded', 'encodedAgain']],
    ['etag: strong', { etag: 'strong' }, ['plain', 'plainAgain', 'notModified', 'compressed', 'encoded', 'encodedAgain']]
  ])('follow the option %s', async (_, options, names) => {
    expect(await waysOf('express', options)).toEqual(names)
  })

  test('of http without compression are the page as it is', async () => {
    expect(await waysOf('http', { compress: false })).toEqual(['plain', 'plainAgain', 'notModified'])
  })

  test('leave out compression for a page that is too short', async () => {
    expect(await waysOf('express', {}, settingOf('other'))).toEqual(['plain', 'plainAgain', 'notModified'])
  })

  test('are those of new pages if the view changes its locals', async () => {
    const compared = await compare(settingOf('other', 'counts.ejs'), 'express')
    expect(compared).toMatchObject({ identical: true, changes: true })
    expect(compared.ways.map(([name]) => name)).toEqual(['plain', 'compressed', 'encoded'])
  })
})

test.each(Object.keys(FRAMEWORKS))('%s: both sides give the error of the engine', async (framework) => {
  const { identical, errors } = await compare(settingOf('other', 'throws.ejs'), framework)
  expect(identical).toBe(true)
  expect(errors.alone).toEqual({ name: 'ReferenceError', message: expect.stringMatching(/none is not defined$/) })
})

// The measurement is the same for all languages.
test.each(everything ? names : names.slice(0, 1))('%s: the sides are measured in separate processes', async (name) => {
  replace(process.stderr, 'isTTY', () => true)
  const show = jest.spyOn(progress, 'show').mockReturnValue()
  const setting = settingOf(name)
  const compared = await compareSides(setting, await openSubject(setting), { rounds: 2, times: { warmUp: 1, turn: 1, pairs: Infinity } })
  const rounds = ['compare: round 1 of 2', 'compare: round 2 of 2']
  expect(show.mock.calls.flat()).toEqual(rounds.flatMap((round) => [round, ...WAYS.express.map(() => expect.stringContaining(`${round}, `))]))

  expect(compared).toMatchObject({ identical: true, bytes: Buffer.byteLength(PAGE), changes: false, fallbacks: [] })
  // 15 pairs a round.
  const times = Array(30).fill(expect.any(Number))
  expect(compared.measures).toEqual(Object.fromEntries(WAYS.express.map(([name]) => [name, { alone: times, ours: times }])))
})
