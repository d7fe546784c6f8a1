'use strict'

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const ts = require('typescript')
const bufferedRender = require('../..')
const { dialects } = require('../../lib/dialects')
const template = require('../../lib/dialects/shared')
const { childEnv } = require('../support/child-env')
const optionValues = require('../support/option-values')

const DECLARATIONS = path.resolve(__dirname, '../../types/index.d.ts')
const TEMPLATE_DECLARATIONS = path.resolve(__dirname, '../../types/template.d.ts')

/** Apps with different frameworks installed, by the file of `set-ups`. The compiler does not see the packages in `hidden`. */
const SET_UPS = [
  { name: 'neither framework', hidden: ['express', '@types/express', 'koa', '@types/koa'], file: 'neither.mts' },
  { name: 'Express', hidden: ['koa', '@types/koa'], file: 'express.mts' },
  { name: 'Express and an untyped Koa', hidden: ['@types/koa'], file: 'express.mts' },
  { name: 'Koa', hidden: ['express', '@types/express'], file: 'koa.mts' }
]

const config = ts.getParsedCommandLineOfConfigFile(path.join(__dirname, 'tsconfig.json'), {}, ts.sys)
const settings = { ...config.options, skipLibCheck: false }
const parsed = new Map()

const pathOf = (file) => path.join(__dirname, 'set-ups', file)

/** @returns {ts.Program} a file of `set-ups`, compiled */
function compile ({ hidden = [], file }, options = settings) {
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  const hides = (name) => hidden.some((item) => name.includes(`/node_modules/${item}/`))

  host.fileExists = (name) => !hides(name) && fileExists(name)
  host.getSourceFile = (name, ...rest) => {
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest))
    return parsed.get(name)
  }
  return ts.createProgram([pathOf(file)], options, host)
}

/**
 * @param {ts.Program} program
 * @param {string} name the path of a file
 * @returns {string[]} the messages of the compiler for the file
 */
function diagnosticsOf (program, name) {
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(name))
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
}

test.each(SET_UPS)('the declarations compile in an app with $name', (setUp) => {
  const program = compile(setUp)
  const files = program.getSourceFiles().map((file) => file.fileName)

  expect(files).toContain(DECLARATIONS)
  expect(files.some((name) => name.includes('/@types/koa/'))).toBe(setUp.file === 'koa.mts')
  expect(diagnosticsOf(program, DECLARATIONS)).toEqual([])
  expect(diagnosticsOf(program, pathOf(setUp.file))).toEqual([])
})

test('both declarations are found by `moduleResolution: node10`, and without `esModuleInterop`', () => {
  const options = {
    ...settings, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10, esModuleInterop: false, ignoreDeprecations: '6.0'
  }
  expect(diagnosticsOf(compile({ file: 'node10.mts' }, options), pathOf('node10.mts'))).toEqual([])
})

test('template.d.ts declares exactly the exports of buffered-render/template', () => {
  const program = compile({ file: 'template.mts' })
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(TEMPLATE_DECLARATIONS)))
    .map((symbol) => symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
  const values = exported.filter(({ flags }) => flags & ts.SymbolFlags.Value).map(({ name }) => name)

  expect(diagnosticsOf(program, TEMPLATE_DECLARATIONS)).toEqual([])
  expect(Object.keys(template).sort()).toEqual(values.sort())
})

describe('index.d.ts declares exactly', () => {
  const program = compile(SET_UPS[0])
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(DECLARATIONS)))
  const functions = exported.filter(({ flags }) => flags & ts.SymbolFlags.Value).map(({ name }) => name)
  const renderer = bufferedRender.createRenderer()

  /**
   * @param {string} name the name of an exported type
   * @returns {string[]} the names of its properties
   */
  function propertiesOf (name) {
    const type = checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name))
    return type.getProperties().map((symbol) => symbol.name).sort()
  }

  /**
   * @param {string} name the name of an exported type
   * @param {string} property
   * @returns {string} the type of the property
   */
  function typeOf (name, property) {
    const type = checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name))
    return checker.typeToString(checker.getTypeOfSymbol(type.getProperty(property)))
  }

  test('the exports for require', () => {
    expect(Object.keys(bufferedRender).sort()).toEqual(functions.sort())
  })

  test('the exports for import', () => {
    const script = "import * as all from 'buffered-render'; console.log(JSON.stringify(Object.keys(all)))"
    const names = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: __dirname, env: childEnv() }))

    expect(names).toEqual(expect.arrayContaining(['default', ...functions]))
  })

  test('the properties of middleware', () => {
    for (const make of [bufferedRender, bufferedRender.express, bufferedRender.koa]) {
      const middleware = make()
      expect(Object.keys(middleware)).toEqual(propertiesOf('Middleware'))
      expect(middleware.renderer).toBeInstanceOf(renderer.constructor)
    }
  })

  test('the methods of a renderer', () => {
    for (const name of propertiesOf('Renderer')) expect(renderer[name]).toBeInstanceOf(Function)
  })

  test('the properties of stats()', () => {
    const stats = renderer.stats()
    expect(Object.keys(stats).sort()).toEqual(propertiesOf('Stats'))
    for (const cache of ['templates', 'memo']) {
      expect(Object.keys(stats[cache]).sort()).toEqual(propertiesOf('CacheStats'))
    }
    expect(bufferedRender.createRenderer({ memo: false }).stats().memo).toBe(false)
    expect(Object.keys(bufferedRender.createRenderer({ dictionary: {} }).stats().dictionary).sort()).toEqual(propertiesOf('DictionaryStats'))
    expect(typeOf('Stats', 'templates')).toBe('CacheStats')
    expect(typeOf('Stats', 'memo')).toBe('false | CacheStats')
  })

  test('the properties of a page', () => {
    const page = bufferedRender.html`<p>Hi</p>`
    expect(page).toBeInstanceOf(bufferedRender.Rendered)
    for (const name of propertiesOf('Rendered')) expect(page).toHaveProperty(name)
    expect(typeof bufferedRender.html`${Promise.resolve()}`.then).toBe('function')
  })

  test('the properties of html', () => {
    expect(Object.keys(bufferedRender.html)).toEqual(propertiesOf('HtmlTag'))
  })

  test('the names of engines', () => {
    const type = checker.getDeclaredTypeOfSymbol(exported.find(({ name }) => name === 'EngineName'))
    expect(type.types.map(({ value }) => value).sort()).toEqual(dialects.map(({ name }) => name).sort())
  })

  test('the options', () => {
    // test/options.test.js tries the values.
    expect(Object.keys(optionValues).sort()).toEqual(propertiesOf('Options'))
    for (const name of Object.keys(optionValues)) expect(() => bufferedRender.createRenderer({ [name]: Symbol('bad') })).toThrow(TypeError)
    expect(() => bufferedRender.createRenderer({ view: 'views' })).toThrow(TypeError)
  })
})
