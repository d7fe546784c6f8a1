'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { streamedText } = require('../support/streamed')

const LONG = '<meta name="viewport"> '.repeat(12)

/** Text, a fragment and values, to be written after the end. */
const late = (value) => `%>late${LONG}<%= ${value} %>${LONG}<%- ${value} %>!<%`
const lateEta = (value) => late(value).replace('<%-', '<%~')

/** Views that go on writing after their end. */
const VIEWS = [
  ['ejs', 'an async callback', { files: { 'page.ejs': `${LONG}<% list.forEach(async (x) => { %>[<%= x %><% await null; ${late('x')} }) %>${LONG}end` } }],
  ['ejs', 'a promise', { files: { 'page.ejs': `${LONG}<% Promise.resolve().then(() => { ${late('1')} }) %>${LONG}end` } }],
  ['ejs', 'a timer', { files: { 'page.ejs': `${LONG}<% new Promise(timer).then(() => { ${late('1')} }) %>${LONG}end` } }],
  ['ejs', 'an async callback of an async view', { files: { 'page.ejs': `${LONG}<% list.forEach(async (x) => { %>[<%= x %><% await x; ${late('x')} }) %>${LONG}<%= await 1 %>end` }, options: { async: true } }],
  ['ejs', 'promises of an async view', { files: { 'page.ejs': `${LONG}<% await null; Promise.resolve().then(() => { ${late('1')} }); new Promise(tick).then(() => { ${late('2')} }) %>${LONG}end` }, options: { async: true } }],
  ['ejs', 'an include', { files: { 'page.ejs': `${LONG}<%- include("part") %>${LONG}end`, 'part.ejs': `${LONG}<% new Promise(tick).then(() => { ${late('1')} }) %>${LONG}` } }],
  ['eta', 'an async callback', { files: { 'page.eta': `${LONG}<% it.list.forEach(async (x) => { %>[<%= x %><% await null; ${lateEta('x')} }) %>${LONG}end` } }],
  ['eta', 'a promise', { files: { 'page.eta': `${LONG}<% Promise.resolve().then(() => { ${lateEta('1')} }) %>${LONG}end` } }],
  ['eta', 'an async callback of an async view', { files: { 'page.eta': `${LONG}<% it.list.forEach(async (x) => { %>[<%= x %><% await x; ${lateEta('x')} }) %>${LONG}<%= await 1 %>end` }, async: true }],
  ['eta', 'a value that comes late', { files: { 'page.eta': `${LONG}<% it.list.forEach(async (x) => { %>${LONG}<%= await x %>${LONG}<%~ await x %>${LONG}<% }) %>${LONG}end` }, async: true }],
  ['eta', 'a value that comes late, where the page ends with a fragment', { files: { 'page.eta': `${LONG}<% it.list.forEach(async (x) => { %><%= await x %>${LONG}<%~ await x %>${LONG}<% }) %>` }, async: true }],
  ['eta', 'an async view with a layout', { files: { 'page.eta': `${LONG}<% layout("./base") %><% new Promise(it.tick).then(() => { ${lateEta('1')} }) %>${LONG}<%= await 1 %>`, 'base.eta': `${LONG}<%~ it.body %><% new Promise(it.tick).then(() => { ${lateEta('2')} }) %>end` }, async: true }],
  ['nunjucks', 'a filter that calls back twice', { page: `${LONG}{{ 1 | twice }}${LONG}end`, setup: (env) => env.addFilter('twice', (value, callback) => { callback(null, value); setImmediate(callback, null, 2) }, true) }],
  ['pug', 'the next tick', { page: `p ${LONG}\n- tick(function () {\n  p late ${LONG}\n  != list\n- })\np ${LONG}` }],
  ['pug', 'a mixin that is called later', { page: `mixin m(x)\n  p late ${LONG}\n    != x\np ${LONG}\n+m(1)\n- tick(function () {\n  +m(2)\n- })\np ${LONG}` }]
]

const locals = () => ({ list: ['1 < 2', '3'], tick: process.nextTick, timer: setImmediate })

const cases = VIEWS.flatMap(([name, title, example]) => {
  const language = require(`./languages/${name}`)
  return language.engines.map(({ version, engine }) => ({ name, version, title, language, engine, example: { setup () {}, ...example } }))
})

test.each(cases)('$name $version: $title', async ({ language, engine, example }) => {
  const folder = language.folderOf?.(example)
  const open = () => language.open({ engine, folder, example, setting: language.usualSettings[0] })
  const expected = await open().page(locals())
  const page = await open().template().render(locals())
  const streamed = language.streams ? await streamedText(open().template(), locals()) : expected
  await wait(10)
  expect(page.toString()).toBe(expected)
  expect(page.toBuffer().toString()).toBe(expected)
  expect(streamed).toBe(expected)
  expect(page.chunks.some((chunk) => typeof chunk !== 'string')).toBe(true)
})
