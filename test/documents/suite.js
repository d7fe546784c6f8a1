'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { bin, devDependencies } = require('../../package.json')
const { everything } = require('../support/level')
const { describeWithServers } = require('../support/redis')
const { viewFolder } = require('../support/view-folder')
const { NO_FILES, PROGRAMS, ROOT, readDocument } = require('./markdown')
const { compile, expectedOutput, isTaggedByUs, start, visit } = require('./program')

/**
 * The expected behaviour of a program: a server answers, any other program ends and prints the text of its comments.
 *
 * @typedef {object} Program
 * @property {string} section the heading above it
 * @property {Record<string, import('./expected').Answer>} [pages] by URL
 * @property {object} [env]
 * @property {boolean} [redis] whether it needs a Redis, whose address is then in REDIS_URL
 * @property {RegExp} [stdout] if it prints more than its comments say
 * @property {RegExp} [stderr] if it prints errors
 */

/**
 * Tests all blocks of a document: programs run as they stand, in a folder with the files that the document has shown by then.
 *
 * @param {string} name of the document
 * @param {object} expected
 * @param {Record<string, string>} [expected.files] that the document does not show
 * @param {Program[]} [expected.programs] in the order of the document
 * @param {Record<string, RegExp>} [expected.commands] with what they print, for those of `npx buffered-render`
 * @param {string[]} [expected.otherCommands] that are not run
 * @param {Record<string, string>} [expected.packages] the names under which the project has those that programs require
 */
function documentSuite (name, { files = {}, programs = [], commands = {}, otherCommands = [], packages = {} }) {
  const { fences } = readDocument(name)
  const folder = viewFolder({ 'package.json': '{}', ...files })
  const found = fences.filter(({ isProgram }) => isProgram)
  const lines = fences.filter(({ language }) => language === 'sh').flatMap(({ source }) => source.trim().split('\n'))

  beforeAll(() => {
    fs.mkdirSync(folder.file('node_modules'))
    fs.symlinkSync(ROOT, folder.file('node_modules/buffered-render'))
    for (const entry of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
      if (entry !== 'buffered-render') fs.symlinkSync(path.join(ROOT, 'node_modules', packages[entry] ?? entry), folder.file(`node_modules/${entry}`))
    }
  })

  describe([name, ...Object.values(packages)].join(', '), () => {
    test('contains only tested programs, named files and known commands', () => {
      expect(found.map(({ section }) => section)).toEqual(programs.map(({ section }) => section))
      const others = fences.filter(({ isProgram, language }) => !isProgram && !NO_FILES.includes(language))
      expect(others.filter(({ file }) => file === undefined)).toEqual([])
      expect(lines.filter((line) => !isKnown(line))).toEqual([])
    })

    const all = found.map((fence, index) => ({ ...fence, index, ...programs[index] }))
    for (const program of all.filter(({ redis }) => !redis)) test(titleOf(program), () => run(program))

    const ofRedis = all.filter(({ redis }) => redis)
    if (ofRedis.length > 0) {
      describeWithServers(`${name}, with Redis`, (started) => {
        for (const program of ofRedis) test(titleOf(program), () => run({ ...program, env: { ...program.env, REDIS_URL: started.server.url } }))
      })
    }

    if (Object.keys(commands).length > 0) {
      test.each(Object.entries(commands))('%s', async (command, output) => {
        writeFences(fences)
        const [, , ...args] = command.split(' ')
        // One round is enough to test the command.
        if (args[0] === 'compare' && !everything) args.push('--rounds', '1')
        const { stdout, stderr, code } = await start(path.join(ROOT, bin['buffered-render']), { cwd: folder.file(''), args }).ended
        expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
        expect(stdout).toMatch(output)
      })
    }
  })

  async function run ({ index, language, source, file: named, pages, env, stdout, stderr }) {
    writeFences(fences.slice(0, fences.indexOf(found[index])))
    const file = folder.file(named ?? `program-${index}${PROGRAMS[language]}`)
    writeFile(file, source)
    const program = language === 'ts' ? compile(file, folder.file('node_modules/@types')) : file
    const how = { cwd: folder.file(''), env }
    if (pages !== undefined) return expectAnswers(program, how, pages, { stdout, stderr })

    const output = await start(program, how).ended
    expectOutput(output, { stdout: stdout ?? expectedOutput(source), stderr })
    expect(output.code).toBe(0)
  }

  /** Writes the files that fences show, and the programs with names; of several with the same name, the last. */
  function writeFences (list) {
    for (const { file, source } of list) {
      if (file !== undefined) writeFile(folder.file(file), source)
    }
  }

  function isKnown (line) {
    if (line.startsWith('npx buffered-render ')) return Object.hasOwn(commands, line)
    if (otherCommands.includes(line)) return true
    const [program, command, ...words] = line.split(' ')
    const packages = words.filter((word) => !word.startsWith('-'))
    return `${program} ${command}` === 'npm install' && packages.every((name) => name === 'buffered-render' || name in devDependencies)
  }
}

function titleOf ({ index, section }) {
  return `runs program ${index}, of "${section}"`
}

function writeFile (file, source) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, source)
}

/** @param {Record<string, import('./expected').Answer>} pages */
async function expectAnswers (program, how, pages, output) {
  const visits = Object.entries(pages).map(([url, { request }]) => ({ url, request }))
  const { answers, ...printed } = await visit(program, how, visits)
  const seen = answers.map(({ response, body }, index) => {
    const { headers = {} } = pages[visits[index].url]
    return {
      url: visits[index].url,
      status: response.status,
      type: response.headers.get('Content-Type'),
      isOurs: isTaggedByUs({ response, body }),
      headers: Object.fromEntries(Object.keys(headers).map((header) => [header, response.headers.get(header)])),
      body
    }
  })
  const expected = Object.entries(pages).map(([url, { request, headers = {}, body, ...rest }]) => {
    return { url, ...rest, headers, body: body instanceof RegExp ? expect.stringMatching(body) : body }
  })
  expect(seen).toEqual(expected)
  expectOutput(printed, { stdout: '', ...withoutUndefined(output) })
}

function expectOutput ({ stdout, stderr }, expected) {
  expect(stdout).toEqual(matching(expected.stdout))
  expect(stderr).toEqual(matching(expected.stderr ?? ''))
}

function matching (expected) {
  return expected instanceof RegExp ? expect.stringMatching(expected) : expected
}

function withoutUndefined (object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}

module.exports = { documentSuite }
