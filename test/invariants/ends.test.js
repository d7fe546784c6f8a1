'use strict'

const { spawn } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const path = require('node:path')
const { text } = require('node:stream/consumers')
const { setTimeout: delay } = require('node:timers/promises')
const { childEnv } = require('../support/child-env')
const { filesOf, languages } = require('../support/languages')
const { everything } = require('../support/level')
const { describeWith } = require('../support/programs')
const { viewFolder } = require('../support/view-folder')
const { PROGRAM } = require('../bin/command')

// A command ends with 0 only if it did what was asked, and says so. It ends although a module that it loaded holds a handle.

const ROOT = path.join(__dirname, '../..')

/** Kills a command that does not end. */
const BOUND = { timeout: 120_000, killSignal: 'SIGKILL' }

/** Modules and JSON files: what they hold, and what a command says of them. Those without words are fine. */
const INPUTS = {
  'object.js': ['module.exports = {}'],
  'function.js': ['module.exports = () => ({})'],
  'async.js': ['module.exports = async () => ({})'],
  'promise.js': ['module.exports = Promise.resolve({})'],
  'default.mjs': ['export default {}'],
  'function.mjs': ['await null; export default async () => ({})'],
  'names.mjs': ['export {}'],
  'bom.js': ['\ufeffmodule.exports = {}'],
  'object.json': ['{}'],
  'bom.json': ['\ufeff{}'],

  'timer.js': ['setInterval(() => {}, 1000); module.exports = {}'],
  'server.js': ["require('node:http').createServer().listen(0, '127.0.0.1'); module.exports = {}"],
  'worker.js': ["new (require('node:worker_threads').Worker)('setInterval(() => {}, 1000)', { eval: true }); module.exports = {}"],
  'child.js': ["require('node:child_process').fork(require.resolve('./stays.js'), { stdio: 'ignore' }); module.exports = {}"],
  'exit-code.js': ['process.exitCode = 7; module.exports = {}'],
  'listener.js': ["process.on('exit', () => {}).on('SIGTERM', () => {}); module.exports = {}"],

  'prints.js': ["console.log('noise'); process.stdout.write('noise'); module.exports = () => { console.info('noise'); return {} }"],
  'prints.mjs': ["import { stdout } from 'node:process'; stdout.write('noise'); export default {}"],
  'worker-prints.js': ["new (require('node:worker_threads').Worker)('console.log(1)', { eval: true }); module.exports = () => new Promise((resolve) => setTimeout(resolve, 300, {}))"],

  'never-function.js': ['module.exports = () => new Promise(() => {})', /never settles/],
  'never-promise.js': ['module.exports = new Promise(() => {})', /never settles/],
  'never-load.mjs': ['await new Promise(() => {})', /never settles/],
  'throws.js': ["throw new Error('no such day')", /no such day/],
  'throws-text.js': ["throw 'no such day'", /no such day/],
  'throws-nothing.js': ['throw undefined', /undefined/],
  'function-throws.js': ["module.exports = () => { throw new Error('no such day') }", /no such day/],
  'rejects.js': ["module.exports = async () => { throw new Error('no such day') }", /no such day/],
  'rejected.js': ["module.exports = Promise.reject(new Error('no such day'))", /no such day/],
  'syntax.js': ['module.exports = {', /Unexpected/],
  'syntax.json': ['{ "name": }', /is not JSON/],
  'utf-16.json': [Buffer.from('\ufeff{}', 'utf16le'), /utf-8/i],
  'empty.json': ['', /is not JSON/],
  'number.js': ['module.exports = 5', /got 5|got a number/],
  'function-number.js': ['module.exports = () => 5', /got 5|got a number/],
  'promise-number.js': ['module.exports = Promise.resolve(5)', /got 5|got a number/],
  'undefined.mjs': ['export default undefined', /got undefined/],
  'null.js': ['module.exports = null', /got null/],
  'array.js': ['module.exports = [1]', /got an array/],
  'array.json': ['[1]', /got \[1\]/],
  'no-such.js': [undefined, /no-such/],
  'no-such.json': [undefined, /no-such/],
  'folder.js/inside': ['', /folder\.js/],

  'exits.js': ['process.exit(0)', /ended the process.*exits\.js/],
  'function-exits.js': ['module.exports = () => process.exit(0)', /ended the process.*function-exits\.js/],
  'exits-later.js': ['module.exports = () => new Promise(() => setTimeout(() => process.exit(0), 10))', /ended the process.*exits-later\.js/],
  'throws-later.js': ["module.exports = () => new Promise(() => setTimeout(() => { throw new Error('no such day') }, 10))", /no such day/],
  'rejects-aside.js': ["module.exports = () => new Promise(() => { setTimeout(() => Promise.reject(new Error('no such day')), 10) })", /no such day/]
}

/** The exit code of inputs that end the process themselves, or fail in a callback. That of all others with words is 2. */
const FAILED = ['exits.js', 'function-exits.js', 'exits-later.js', 'throws-later.js', 'rejects-aside.js']

/** Inputs that never settle although a handle keeps the process alive: a time limit ends them. */
const ENDLESS = {
  'never-timer.js': ['module.exports = () => new Promise(() => setInterval(() => {}, 1000))', /did not settle within 60 s/],
  'never-server.mjs': ["import http from 'node:http'; http.createServer().listen(0, '127.0.0.1'); await new Promise(() => {})", /did not settle within 60 s/]
}

/** Views in EJS, compiled with `async: true`. */
const VIEWS = {
  'fine.ejs': ['<p>fine</p>'],
  'empty.ejs': [''],
  'prints.ejs': ["<% console.log('noise'); process.stdout.write('noise') %><p>fine</p>"],
  'timer.ejs': ['<% setInterval(() => {}, 1000) %><p>fine</p>'],
  'broken.ejs': ['<% if ( %>', /does not compile|SyntaxError/],
  'throws.ejs': ["<% throw new Error('no such day') %>", /no such day/],
  'throws-text.ejs': ["<% throw 'no such day' %>", /no such day/],
  'rejects.ejs': ["<% await Promise.reject(new Error('no such day')) %>", /no such day/],
  'never.ejs': ['<% await new Promise(() => {}) %>', /never settles/],
  'exits.ejs': ['<% process.exit(0) %>', /ended the process|ended early/],
  'throws-later.ejs': ["<% await new Promise(() => setTimeout(() => { throw new Error('no such day') })) %>", /no such day/]
}
const ENDLESS_VIEW = ['<% await new Promise(() => setInterval(() => {}, 1000)) %>', /did not settle within 60 s/]

/** A file that exists and that nobody can read, not even root. */
const UNREADABLE = '/proc/self/mem'
const hasUnreadable = fs.existsSync(UNREADABLE)

/** What each flag of a command makes it fail with. A flag without a value cannot fail. */
const FLAGS = {
  data: [],
  options: [],
  views: [['no-such', /no folder "no-such"/], ['object.json', /no folder "object\.json"/]],
  rounds: [['0', /whole number/], ['three', /whole number/]],
  html: [['no-such/report.html', /Cannot write/], ['folder.js', /Cannot write/]],
  dictionary: [],
  json: []
}

const COMMANDS = ['explain', 'check', 'compare']
const contents = (files) => Object.fromEntries(Object.entries(files).filter(([, [content]]) => content !== undefined).map(([name, [content]]) => [name, content]))
const folder = viewFolder({
  ...contents(INPUTS),
  ...contents(ENDLESS),
  ...Object.fromEntries(Object.entries(contents(VIEWS)).map(([name, view]) => [`views/${name}`, view])),
  ...Object.fromEntries(languages.map((language) => [`languages/page.${language.extension}`, language.print('x')])),
  'endless/never.ejs': ENDLESS_VIEW[0],
  'aside/aside.ejs': "<% process.nextTick(() => { throw new Error('no such day') }) %>",
  'loop/loop.ejs': "<% console.error('looping'); for (;;); %>",
  'unknown-function.js': "module.exports = () => ({ colour: 'red' })",
  'unknown-promise.js': "module.exports = Promise.resolve({ colour: 'red' })",
  'exits-soon.js': 'setTimeout(() => process.exit(0), 2000); module.exports = {}',
  'stays.js': "process.on('message', () => {})",
  'sigint.js': "process.on('SIGINT', () => process.exit(0)); console.error('loaded'); module.exports = () => new Promise(() => setInterval(() => {}, 1000))",
  'async.json': '{ "engineOptions": { "async": true } }',
  'promise-local.js': 'module.exports = { x: new Promise(() => {}), it: {} }',
  // Shortens the time limits.
  'hurry.js': 'const { setTimeout } = globalThis; globalThis.setTimeout = (done, ms, ...args) => setTimeout(done, ms >= 60_000 ? ms / 20 : ms, ...args)',
  ...filesOf({ extension: 'json' }, { 'express/package': '{ "dependencies": { "express": "5" } }', 'koa/package': '{ "dependencies": { "koa": "3" } }', 'http/package': '{}' })
})
fs.symlinkSync('no-such', folder.file('views/gone.ejs'))
fs.mkdirSync(folder.file('views/folder.ejs'))
for (const framework of ['express', 'koa']) fs.symlinkSync(path.join(ROOT, 'node_modules'), folder.file(`${framework}/node_modules`))
if (hasUnreadable) for (const { extension } of languages) fs.symlinkSync(UNREADABLE, folder.file(`languages/unreadable.${extension}`))

/**
 * Runs the command line in a process of its own, which is killed if it does not end.
 *
 * @param {string[]} args
 * @param {object} [how]
 * @param {string} [how.cwd]
 * @param {string} [how.require] a module to load before
 * @param {any} [how.stdout] of `spawn`
 * @param {number} [how.readAfter] milliseconds before its standard output is read
 * @param {(child: import('node:child_process').ChildProcess) => void} [how.onStart]
 * @returns {Promise<{ code: number | null, signal: string | null, stdout: string, stderr: string }>}
 */
async function run (args, { cwd = folder.file('.'), require: preloaded, stdout: target = 'pipe', readAfter = 0, onStart = () => {} } = {}) {
  const flags = preloaded === undefined ? [] : ['--require', preloaded]
  const child = spawn(process.execPath, [...flags, PROGRAM, ...args], { cwd, env: childEnv(), stdio: ['ignore', target, 'pipe'], ...BOUND })
  const closed = once(child, 'close')
  onStart(child)
  const read = async (stream, after) => {
    await delay(after)
    return stream === null || stream.destroyed ? '' : text(stream)
  }
  const [stdout, stderr, [code, signal]] = await Promise.all([read(child.stdout, readAfter), text(child.stderr), closed])
  return { code, signal, stdout, stderr }
}

/** Checks what holds for every run: the code, a result if there is one, words if not, and one document with `--json`. */
function expectEnd (args, result, code, says) {
  const { stdout, stderr } = result
  expect(result).toMatchObject({ code, signal: null })
  if (says === undefined) expect(stderr).not.toMatch(/^buffered-render: |^ +at /m)
  else expect(stdout + stderr).toMatch(says)
  if (code === 2) expect(stderr).toMatch(/^buffered-render: /m)
  if (!args.includes('--json')) {
    if (code === 0) expect(stdout).not.toBe('')
    expect(stdout).not.toContain('noise')
    return
  }
  const document = JSON.parse(stdout)
  expect(stdout).toBe(`${JSON.stringify(document, null, 2)}\n`)
  if (code === 0) expect(document).toHaveProperty('version')
  if (code === 2) expect(Object.keys(document)).toEqual(['error'])
  if (document.error !== undefined) expect(stderr).toContain(document.error)
}

function check (title, cases) {
  // Jest runs some of them at the same time.
  test.concurrent.each(cases.map((each) => [each.title ?? each.args.join(' '), each]))(`${title}: %s`, async (_, { args, code, says, how }) => {
    expectEnd(args, await run(args, how), code, says)
  })
}

/** Each combination of a command, the file of an option, and a form of output. `npm test` tries each file once, by `explain --json`. */
const withInputs = (inputs, how, code) => COMMANDS.flatMap((command) => ['data', 'options'].flatMap((option, optionIndex) => [true, false].flatMap((json) => {
  if (!everything && !(command === 'explain' && json)) return []
  return Object.entries(inputs).filter((_, index) => everything || index % 2 === optionIndex).map(([file, [, says]]) => {
    // What compare measures takes long: its view does not compile.
    const view = command === 'compare' ? 'views/broken.ejs' : 'views/fine.ejs'
    const fine = command === 'compare' ? 1 : 0
    const args = [command, view, `--${option}`, file, ...json ? ['--json'] : [], ...command === 'compare' && option === 'options' ? ['--data', 'object.json'] : []]
    return { args, code: says === undefined ? fine : code(file), says: says ?? (fine === 0 ? undefined : VIEWS['broken.ejs'][1]), how }
  })
})))

test('the census has all flags of all commands', () => {
  const flags = COMMANDS.flatMap((command) => Object.keys(require(`../../bin/${command}`).options))
  expect(Object.keys(FLAGS).sort()).toEqual([...new Set(flags)].sort())
})

check('a file', withInputs(INPUTS, undefined, (file) => FAILED.includes(file) ? 1 : 2))
check('options that are not exported as an object, but count,', ['function', 'promise'].map((kind) => {
  return { args: ['explain', 'views/fine.ejs', '--options', `unknown-${kind}.js`, '--json'], code: 2, says: /Unknown option "colour"/ }
}))
check('a file that never settles', withInputs(ENDLESS, { require: folder.file('hurry.js') }, () => 2).filter(({ args }) => args[0] === 'explain'))

check('the command line', [
  ...['--version', '--help', '-h'].flatMap((flag) => [[flag], ...COMMANDS.map((command) => [command, flag])]).map((args) => ({ args, code: 0 })),
  { args: [], code: 2, says: /Missing command/ },
  { args: ['--json'], code: 2, says: /Unknown command/ },
  { args: ['measure', '--json'], code: 2, says: /Unknown command/ },
  { args: ['compare', '--json'], code: 2, says: /Missing view/ },
  { args: ['compare', 'views/fine.ejs', '--json'], code: 2, says: /Missing --data/ },
  ...COMMANDS.map((command) => ({ args: [command, '--json', '--no-such'], code: 2, says: /Unknown option/ })),
  ...COMMANDS.flatMap((command) => Object.entries(FLAGS).flatMap(([flag, values]) => {
    if (!Object.hasOwn(require(`../../bin/${command}`).options, flag)) return []
    return values.map(([value, says]) => ({ args: [command, 'views/broken.ejs', '--data', 'object.json', '--json', `--${flag}`, value], code: 2, says }))
  }))
])

const VIEW_OPTIONS = ['--data', 'object.json', '--options', 'async.json']
for (const command of ['explain', 'check']) {
  check(`${command} of a view`, Object.entries(VIEWS).flatMap(([name, [, says]], index) => [true, false].flatMap((json) => {
    if (!everything && json === (index % 2 === 0)) return []
    return { args: [command, `views/${name}`, ...VIEW_OPTIONS, ...json ? ['--json'] : []], code: says === undefined ? 0 : 1, says }
  })))
}
check('explain of what is no view', [
  { args: ['explain', 'views/gone.ejs', '--json'], code: 2, says: /gone\.ejs/ },
  { args: ['explain', 'views/folder.ejs', '--json'], code: 2, says: /folder\.ejs/ },
  { args: ['explain', 'no-such', '--json'], code: 2, says: /no-such/ },
  { args: ['explain', '--json', 'object.json'], code: 2, says: /is not a view/ }
])
check('a view that never settles', ['explain', 'check'].map((command) => {
  return { args: [command, 'endless', ...VIEW_OPTIONS, '--json'], code: 1, says: ENDLESS_VIEW[1], how: { require: folder.file('hurry.js') } }
}))
check('--html without a view that compiles', [
  { args: ['explain', 'views/broken.ejs', '--html', 'broken.html'], code: 1, says: /^Report written to broken\.html: 0 of 1 view is spliced; 1 does not compile\.$/m }
])

// Where both sides throw, nothing is measured.
const FRAMEWORKS = everything ? ['express', 'koa', 'http'] : ['koa']
check('compare of a view', FRAMEWORKS.flatMap((framework) => Object.entries(VIEWS)
  .filter(([name, [, says]]) => everything || ['throws.ejs', 'exits.ejs'].includes(name))
  .map(([name, [, says]]) => ({
    title: `${framework} ${name}`,
    args: ['compare', `../views/${name}`, '--data', '../object.json', '--options', '../async.json', '--rounds', '1', '--json'],
    code: says === undefined ? 0 : 1,
    // A server waits for a page that never settles as long as its client does.
    says: name === 'never.ejs' ? /no answer within 60 s/ : name === 'throws-later.ejs' ? /ended early/ : says,
    how: { cwd: folder.file(framework) }
  }))))

test.concurrent('check names the view whose callback throws, or that ends the process', async () => {
  const messages = {
    'views/exits.ejs': 'A module or a view ended the process',
    'views/throws-later.ejs': 'Uncaught Error: no such day',
    'aside/aside.ejs': 'Uncaught Error: no such day'
  }
  for (const [view, message] of Object.entries(messages)) {
    const { code, stderr } = await run(['check', view, 'languages/page.ejs', ...VIEW_OPTIONS])
    expect(stderr).toMatch(new RegExp(`^buffered-render: At the view "${path.basename(view)}": ${message}`))
    expect(code).toBe(1)
  }
})

/** In each language, a page that prints a promise that is never fulfilled, and a view that cannot be read. */
test.concurrent('explain reports all views of all languages, though some cannot be read or never settle', async () => {
  const args = ['explain', 'languages', '--data', 'promise-local.js', '--json']
  const result = await run(args)
  expectEnd(args, result, 1)
  const { views } = JSON.parse(result.stdout)
  const waiting = languages.filter(({ name, promises }) => promises?.[name]?.unending?.includes('never settled'))
  expect(waiting.length).toBeGreaterThan(0)
  for (const language of languages) {
    const found = (name) => views.find((view) => view.name === `${name}.${language.extension}`)
    if (waiting.includes(language)) {
      expect(found('page').findings).toMatchObject([{ kind: 'does-not-render', reason: expect.stringContaining('never settles') }])
    } else {
      expect(found('page').page).toMatchObject({ bytes: expect.any(Number) })
    }
    if (hasUnreadable) expect(found('unreadable')).toMatchObject({ bytes: 0, findings: [{ kind: 'unreadable', reason: expect.stringContaining('EIO') }] })
    else console.warn(`There is no ${UNREADABLE}: views that cannot be read are not tested`)
  }
})

describe('the output', () => {
  /** Views whose report is longer than what a pipe holds. */
  const wide = viewFolder(Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`views/${String(i).padStart(200, '0')}.mustache`, '{{a}}'])))
  const closing = { onStart: (child) => child.stdout.destroy() }

  test.concurrent.each([
    ['--help', ['--help'], 0],
    ['a result', ['explain', 'views/fine.ejs', '--data', 'timer.js'], 0],
    ['findings', ['explain', 'views/broken.ejs', '--json'], 1],
    ['an error', ['explain', 'no-such', '--json'], 2]
  ])('may have a reader that closes the pipe: %s', async (_, args, code) => {
    const result = await run(args, closing)
    expect(result).toMatchObject({ code, signal: null })
    expect(result.stderr).not.toMatch(/EPIPE|^ +at /m)
  })

  if (fs.existsSync('/dev/full')) {
    test.concurrent('that cannot be written is an error', async () => {
      const full = fs.openSync('/dev/full', 'w')
      const result = await run(['explain', 'views/fine.ejs'], { stdout: full })
      fs.closeSync(full)
      expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/^buffered-render: Cannot write the output: ENOSPC/) })
    })
  } else {
    test.skip('that cannot be written is an error: skipped, since there is no /dev/full', () => {})
  }

  test.concurrent('is complete in a slow pipe, though a module holds a timer', async () => {
    const { code, stdout } = await run(['explain', '--json', '--options', folder.file('timer.js')], {
      cwd: wide.file('.'),
      readAfter: 2000
    })
    expect(code).toBe(0)
    expect(stdout.length).toBeGreaterThan(2 ** 19)
    expect(JSON.parse(stdout).views).toHaveLength(800)
  })

  test.concurrent('that a module cuts off is no success', async () => {
    const result = await run(['explain', '--json', '--options', folder.file('exits-soon.js')], {
      cwd: wide.file('.'),
      readAfter: 5000
    })
    expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(/ended the process.*exits-soon\.js/) })
  })

  describeWith('in a terminal', ['script'], (script) => {
    const inTerminal = (args) => {
      const line = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ')
      const child = spawn(script, ['-qec', line, '/dev/null'], { cwd: folder.file('.'), env: childEnv({ TERM: 'xterm' }), stdio: ['ignore', 'pipe', 'pipe'], ...BOUND })
      return Promise.all([text(child.stdout), once(child, 'close')]).then(([output, [code]]) => ({ output, code }))
    }

    test('is coloured, and ends with the code of the command', async () => {
      const fine = await inTerminal(['explain', 'views/prints.ejs', '--data', 'timer.js'])
      expect(fine).toMatchObject({ code: 0, output: expect.stringContaining('noise') })
      expect(fine.output).toContain('\u001b[1m1 of 1 view is spliced.')
      const { output, code } = await inTerminal(['explain', 'views/never.ejs', ...VIEW_OPTIONS])
      expect({ output, code }).toMatchObject({ code: 1, output: expect.stringContaining('never settles') })
      expect(await inTerminal(['explain', 'no-such'])).toMatchObject({ code: 2, output: expect.stringMatching(/^buffered-render: /) })
    })
  })
})

describe('SIGINT', () => {
  const interrupt = (word) => (child) => child.stderr.once('data', (data) => {
    expect(String(data)).toContain(word)
    child.kill('SIGINT')
  })

  test.concurrent('ends a view that never returns', async () => {
    const result = await run(['explain', 'loop', '--data', 'object.json', '--json'], { onStart: interrupt('looping') })
    expect(result).toMatchObject({ code: null, signal: 'SIGINT', stdout: '' })
  })

  test.concurrent('that a module answers by ending the process is no success', async () => {
    const args = ['explain', 'views/fine.ejs', '--data', 'sigint.js', '--json']
    expectEnd(args, await run(args, { onStart: interrupt('loaded') }), 1, /ended the process.*sigint\.js/)
  })

  test.concurrent('ends a comparison', async () => {
    const result = await run(['compare', 'loop/loop.ejs', '--data', 'object.json', '--json'], { onStart: interrupt('looping') })
    expect(result).toMatchObject({ code: null, signal: 'SIGINT', stdout: '' })
  })
})
