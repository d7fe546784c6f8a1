'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { majorOf } = require('../bench/node-versions')
const { parseOptions } = require('../tools/new-user/options')
const { PROJECTS } = require('../tools/new-user/projects')

const FOLDER = path.join(__dirname, '../tools/new-user/projects')
const EXAMPLES = path.join(__dirname, '../examples')

describe('npm run test:new-user', () => {
  test('tries all projects on the running version of Node and on 24', () => {
    const nodes = [...new Set([majorOf(process.version), '24'])]
    expect(parseOptions([])).toEqual({ projects: Object.keys(PROJECTS), nodes, milliseconds: Infinity, help: false })
  })

  test('takes projects, versions, a package manager, a time and a seed', () => {
    const options = parseOptions(['--only', 'jest,ncc', '--node', '20,22', '--manager', 'pnpm', '--minutes', '1.5', '--seed', '7'])
    const projects = ['jest', 'ncc']
    expect(options).toEqual({ projects, nodes: ['20', '22'], manager: 'pnpm', milliseconds: 90_000, seed: 7, help: false })
  })

  test.each([
    ['--only', 'none', "Unknown project 'none'; the projects are express-ejs, "],
    ['--only', '__proto__', "Unknown project '__proto__'"],
    ['--only', '', "Unknown project ''"],
    ['--node', 'v20.1', "--node takes major versions such as 20,24; got 'v20.1'"],
    ['--manager', 'bower', "--manager takes npm, pnpm, yarn; got 'bower'"],
    ['--manager', '__proto__', '--manager takes npm, pnpm, yarn'],
    ['--minutes', '0', "--minutes takes a number above 0, got '0'"],
    ['--seed', 'x', '--seed takes a whole number']
  ])('rejects %s %s', (option, value, message) => {
    expect(() => parseOptions([option, value])).toThrow(message)
  })

  test('uses every folder of projects', () => {
    const layers = Object.values(PROJECTS).flatMap(({ layers }) => layers)
    expect([...new Set(layers)].sort()).toEqual(fs.readdirSync(FOLDER).sort())
  })

  test('bundles ES modules with the banner that the documents name', () => {
    const document = fs.readFileSync(path.join(__dirname, '../docs/development.md'), 'utf8')
    const [, banner] = /^--banner:js="(.*)"$/m.exec(document)
    expect(fs.readFileSync(path.join(FOLDER, 'esbuild/build.mjs'), 'utf8')).toContain(`{ js: "${banner}" }`)
  })

  const projects = Object.entries(PROJECTS).filter(([, { layers, example }]) => layers.length > 0 || example !== undefined)

  test.each(projects)('%s has something to test', (name, { layers, example }) => {
    const folder = example === undefined ? path.join(FOLDER, layers.at(-1)) : path.join(EXAMPLES, example)
    const { scripts } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const isServer = 'start' in scripts && ('alone' in scripts || example !== undefined)
    expect('test' in scripts || isServer).toBe(true)
  })
})
