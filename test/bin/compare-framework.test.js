'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { findFramework, loadPackage } = require('../../bin/compare/framework')
const { viewFolder } = require('../support/view-folder')

/** An app with these dependencies in its package.json, and packages with these names that export their name. */
function appWith (manifest, ...installed) {
  const files = { 'package.json': JSON.stringify(manifest) }
  for (const name of installed) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, version: '1.2.3', main: 'lib/index.js' })
    files[`node_modules/${name}/lib/index.js`] = `exports.default = '${name}'`
    // Some packages say in a folder of theirs how its files are loaded.
    files[`node_modules/${name}/lib/package.json`] = '{ "type": "commonjs" }'
  }
  return viewFolder(files).file('.')
}

const found = (framework) => [framework.name, framework.compression?.name, ...framework.validators.map(({ name }) => name)]

test.each([
  ['that package.json names', { dependencies: { koa: '3' } }, ['express', 'koa'], ['koa', undefined]],
  ['that package.json names for production', { dependencies: { koa: '3' }, devDependencies: { express: '5' } }, ['express', 'koa'], ['koa', undefined]],
  ['that package.json names for development', { devDependencies: { koa: '3' } }, ['express', 'koa'], ['koa', undefined]],
  ['that is installed', {}, ['koa'], ['koa', undefined]],
  ['Express, if package.json names both', { dependencies: { express: '5', koa: '3' } }, ['express', 'koa'], ['express', undefined]],
  ['node:http, if none is installed', { dependencies: { express: '5' } }, [], ['http', undefined]],
  ['with the package that compresses', { dependencies: { express: '5' } }, ['express', 'compression', 'koa-compress'], ['express', 'compression']],
  ['of Koa with its packages', {}, ['koa', 'koa-compress', 'koa-conditional-get', 'koa-etag'], ['koa', 'koa-compress', 'koa-conditional-get', 'koa-etag']],
  ['of Koa with the later names', {}, ['koa', 'koa-conditional-get', '@koa/etag', 'koa-etag'], ['koa', undefined, 'koa-conditional-get', '@koa/etag']],
  ['of Koa without validators, which need both packages', {}, ['koa', 'koa-etag'], ['koa', undefined]]
])('the framework is the one %s', (_, manifest, installed, expected) => {
  const framework = findFramework(appWith(manifest, ...installed))
  expect(found(framework)).toEqual(expected)
  for (const each of [framework.package, framework.compression, ...framework.validators].filter(Boolean)) {
    expect(each.version).toBe('1.2.3')
    expect(loadPackage(each)).toBe(each.name)
  }
})

test('package.json may begin with a byte order mark', () => {
  const folder = appWith({ dependencies: { koa: '3' } }, 'express', 'koa')
  const file = path.join(folder, 'package.json')
  fs.writeFileSync(file, `\ufeff${fs.readFileSync(file, 'utf8')}`)
  expect(findFramework(folder).name).toBe('koa')
})

test('a folder without package.json has the framework that is installed above it', () => {
  expect(findFramework(__dirname)).toMatchObject({ name: 'express', package: { version: require('express/package.json').version }, compression: { name: 'compression' } })
})
