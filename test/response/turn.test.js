'use strict'

const { spawnSync } = require('node:child_process')
const http = require('node:http')
const express = require('express')
const { atEndOfTurn, endOfTurn, isDue } = require('../../lib/response/turn')
const { exchange } = require('../support/exchange')
const bufferedRender = require('../..')
const { viewFolder } = require('../support/view-folder')

const TURN = require.resolve('../../lib/response/turn')

test('steps run at the end of the turn, in their order, after ticks and promises', async () => {
  const log = []
  for (const name of ['first', 'second']) atEndOfTurn({}, () => log.push(name))
  process.nextTick(() => log.push('tick'))
  await Promise.resolve()
  log.push('promise')
  await new Promise(setImmediate)
  expect(log.sort()).toEqual(['first', 'promise', 'second', 'tick'])
  expect(log.indexOf('first')).toBeLessThan(log.indexOf('second'))
})

test('a response is underway until then', async () => {
  const res = {}
  expect(isDue(res)).toBe(false)
  const end = endOfTurn(res)
  expect(isDue(res)).toBe(true)
  expect(isDue({})).toBe(false)
  await end
  expect(isDue(res)).toBe(false)
})

test('all who wait for one response are called', async () => {
  const res = {}
  await expect(Promise.all([endOfTurn(res), endOfTurn(res)])).resolves.toEqual([undefined, undefined])
})

test('a step that is added meanwhile has its turn', async () => {
  await endOfTurn({})
  await new Promise((resolve) => atEndOfTurn({}, () => atEndOfTurn({}, resolve)))
})

test('an error is uncaught, and keeps no other step from its turn', () => {
  const script = `
    const { atEndOfTurn } = require(${JSON.stringify(TURN)})
    process.on('uncaughtException', (error) => console.log('uncaught', error.message))
    for (const name of ['a', 'b', 'c']) atEndOfTurn({}, () => { console.log(name); if (name === 'b') throw new Error(name) })
  `
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect(stdout).toBe('a\nb\nc\nuncaught b\n')
})

// Express 4 sends within res.render, and so do we there.
describe('Express 5', () => {
  const folder = viewFolder({ 'page.ejs': '<p><%= name %></p>', 'long.ejs': 'x'.repeat(5000) + '<%= name %>' })
  afterAll(() => folder.remove())

  const app = (handler) => {
    const errors = []
    const built = express().set('views', folder.file('')).set('view engine', 'ejs').use(bufferedRender()).get('/', handler)
    built.use((error, req, res, next) => errors.push(error.code))
    return { built, errors }
  }
  const GZIP = { headers: { 'accept-encoding': 'gzip' } }

  test('of two renders the first is sent, and the second is an error', async () => {
    const { built, errors } = app((req, res) => {
      res.render('long', { name: 'first' })
      res.render('page', { name: 'second' })
    })
    const { status, headers } = await exchange(built, GZIP)
    expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding: 'gzip' })
    expect(errors).toEqual(['ERR_HTTP_HEADERS_SENT'])
  })

  test('what is sent before the end of the turn has none of the page in its headers', async () => {
    const { built, errors } = app((req, res) => {
      res.render('long', { name: 'page' })
      process.nextTick(() => process.nextTick(() => { res.send('sent') }))
    })
    const { headers, body } = await exchange(built, GZIP)
    expect({ body: body.toString(), length: headers['content-length'], encoding: headers['content-encoding'] })
      .toEqual({ body: 'sent', length: '4', encoding: undefined })
    expect(errors).toEqual(['ERR_HTTP_HEADERS_SENT'])
  })

  test('a client that has gone meanwhile costs nothing', async () => {
    const { built, errors } = app((req, res) => {
      res.render('long', { name: 'page' })
      process.nextTick(() => process.nextTick(() => res.destroy()))
    })
    const server = http.createServer(built).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    await new Promise((resolve) => http.get({ port: server.address().port, agent: false }).once('error', resolve).once('response', (res) => res.once('error', resolve).resume()))
    server.close()
    expect(errors).toEqual([])
  })
})
