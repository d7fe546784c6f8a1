'use strict'

const { parseOptions } = require('./engines/options')

describe('npm run test:engines', () => {
  test('takes engines and versions', () => {
    expect(parseOptions(['ejs', 'handlebars@4.7.8', '--markdown'])).toEqual({ engines: { ejs: 'latest', handlebars: '4.7.8' }, markdown: true, help: false })
  })

  test('tries the latest version of every engine', () => {
    // Frameworks and clients of Redis are no engines.
    const { peerDependencies: { express, koa, redis, ioredis, iovalkey, ...peers } } = require('../package.json')
    const { engines } = parseOptions([])
    expect(Object.keys(engines)).toEqual(expect.arrayContaining([...Object.keys(peers), 'express-handlebars', 'hbs', 'mustache']))
    expect(new Set(Object.values(engines))).toEqual(new Set(['latest']))
  })

  test.each(['none', '@none', '__proto__'])('rejects the engine %s', (name) => {
    expect(() => parseOptions([name])).toThrow(`Unknown engine '${name.split('@')[0]}'; the engines are ejs, `)
  })
})
