'use strict'

const { readdirSync } = require('node:fs')
const path = require('node:path')
const { packages } = require('../package-lock.json')

const FIELDS = ['version', 'dependencies', 'devDependencies', 'peerDependencies', 'peerDependenciesMeta', 'engines']
const EXAMPLES = readdirSync(path.join(__dirname, '../examples')).filter((name) => !name.includes('.')).map((name) => `examples/${name}`)
const fieldsOf = (entry) => Object.fromEntries(FIELDS.map((field) => [field, entry[field]]))

// `npm run test:new-user -- --only lock-file` runs npm itself.
describe('package-lock.json', () => {
  test('names no address to download from', () => {
    const addresses = Object.values(packages).map(({ resolved }) => resolved).filter((resolved) => /^\w+:/.test(resolved ?? ''))
    expect(addresses).toEqual([])
  })

  test('has nothing that the npm of Node 20 and 22 removes again', () => {
    expect(Object.keys(packages).filter((name) => 'libc' in packages[name])).toEqual([])
  })

  test.each(['', ...EXAMPLES])('has the fields of "%s/package.json"', (folder) => {
    expect(fieldsOf(packages[folder])).toEqual(fieldsOf(require(`../${folder}/package.json`)))
  })
})
