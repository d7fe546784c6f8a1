'use strict'

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const ejs = require('ejs')
const { textWidth } = require('../../bin/text-width')
const { childEnv } = require('../support/child-env')
const { describeWith } = require('../support/programs')
const { replace } = require('../support/replaced')
const { copyOf, viewFolder } = require('../support/view-folder')
const { PROGRAM, jsonOf, run, runHere } = require('./command')

const NOTE = 'The engines that an Express app registers with app.engine() are not known here: export the app as "app" in the file of --options.'

const folder = copyOf(path.join(__dirname, 'explain-findings/templates'))

const explain = async (...args) => {
  const explained = await jsonOf(runHere, ['explain', ...args], { cwd: folder.file('.') })
  return { ...explained, findings: Object.fromEntries(explained.views.map(({ name, findings }) => [name, findings])) }
}

const messageOf = (action) => {
  try {
    action()
  } catch ({ message }) {
    return message
  }
}

const engineMessage = (name, locals) => {
  const file = fs.realpathSync(folder.file(`views/${name}`))
  return messageOf(() => ejs.compile(fs.readFileSync(file, 'utf8'), { filename: file })(locals))
}

describe('the findings', () => {
  const ofTemplates = () => ({
    'broken.ejs': [{ kind: 'does-not-compile', reason: engineMessage('broken.ejs') }],
    'changes.ejs': [],
    'early.ejs': [{ kind: 'rendered-by-engine', reason: 'returns early' }],
    'fine.ejs': [],
    'keeps.ejs': [{ kind: 'keeps-with', reason: 'title is deleted' }],
    'later.ejs': [],
    'throws.ejs': []
  })

  test('of templates', async () => {
    const { code, findings, totals, views } = await explain()
    expect(findings).toEqual(ofTemplates())
    expect(code).toBe(1)
    expect(totals).toMatchObject({ views: 7, findings: 3 })
    expect(totals).not.toHaveProperty('page')

    const of = (name) => views.find((view) => view.name === name)
    expect(of('broken.ejs')).toEqual({ name: 'broken.ejs', file: 'views/broken.ejs', language: 'ejs', bytes: 13, findings: expect.anything() })
    expect(of('early.ejs')).toMatchObject({ engineFallback: 'returns early' })
    expect(of('keeps.ejs')).toMatchObject({ with: { kept: 'title is deleted' } })
    expect(of('later.ejs').with).toEqual({ keptIf: ['the template assigns to title, which is among the locals'] })
  })

  test('of renders', async () => {
    const { code, findings, totals, verdict, views } = await explain('--data', 'data.json')
    expect(verdict).toBe('5 of 7 views are spliced; 1 is rendered by its engine, 1 does not compile, 1 keeps the with statement, 2 do not render with the data. ' +
      '5 have no static text of 256 bytes or more to keep as a Buffer: short pages of them gain little; measure with compare.')
    expect(findings).toEqual({
      ...ofTemplates(),
      'later.ejs': [{ kind: 'does-not-render', reason: engineMessage('later.ejs', { title: 'tea' }), hint: expect.stringContaining('--data') }],
      'throws.ejs': [{ kind: 'does-not-render', reason: engineMessage('throws.ejs', {}), hint: expect.stringContaining('--data') }]
    })
    expect(code).toBe(1)
    expect(totals).toMatchObject({ views: 7, findings: 5, page: { bytes: '*'.length + ''.length + '<p>tea</p>'.length + '3'.length, fragments: 0 } })
    expect(views.find(({ name }) => name === 'early.ejs').page).toMatchObject({ bytes: 0, chunks: 0, share: null, coding: 'identity', sentBytes: 0 })
  })

  test('are empty without problems', async () => {
    expect(await explain('views/fine.ejs', 'views/changes.ejs', 'views/fine.ejs', '--data', 'data.json')).toMatchObject({
      code: 0,
      stderr: '',
      totals: { views: 2, findings: 0 },
      findings: { 'fine.ejs': [], 'changes.ejs': [] }
    })
  })

  test('do not depend on changes that other views make to the data', async () => {
    fs.cpSync(folder.file('views/changes.ejs'), folder.file('copy.ejs'))
    const { views } = await explain('views/changes.ejs', 'copy.ejs', '--data', 'data.json')
    expect(views).toMatchObject([{ page: { bytes: 1 } }, { page: { bytes: 1 } }])
  })

  test('include an engine that is not installed, with the command that installs it', async () => {
    const missing = "{ name: 'none', extensions: ['.none'], package: 'no-such-engine', compile () {} }"
    const app = viewFolder({ 'options.cjs': `module.exports = { engines: { none: ${missing} } }`, 'views/page.none': 'text', 'views/page.mustache': '<p>{{title}}</p>' })
    const { code, verdict, views } = await jsonOf(run, ['explain', '--options', 'options.cjs'], { cwd: app.file('.') })
    expect(code).toBe(1)
    expect(verdict).toBe('1 of 2 views is spliced; 1 needs an engine that is not installed. 1 has no static text of 256 bytes or more to keep as a Buffer: a short page of it gains little; measure with compare.')
    const reason = 'View "page.none" needs the package "no-such-engine", which is not installed: npm install no-such-engine'
    expect(views).toEqual([
      expect.objectContaining({ name: 'page.mustache', dynamicSegments: 1, findings: [] }),
      { name: 'page.none', file: 'views/page.none', language: 'none', bytes: 4, findings: [{ kind: 'missing-engine', reason }] }
    ])
  })
})

describe('the progress', () => {
  /** Explains seven views at a clock that goes on by 600 milliseconds whenever it is read. */
  const explainSlowly = async (terminal) => {
    replace(process.stderr, 'isTTY', () => terminal)
    let time = 0
    jest.spyOn(performance, 'now').mockImplementation(() => (time += 600))
    return explain()
  }

  test('of a long run is shown in a terminal, and cleared', async () => {
    const { stderr } = await explainSlowly(true)
    expect(stderr.split('\r\x1b[K')).toEqual(['', 'explain: 1 of 7 views', 'explain: 3 of 7 views', 'explain: 5 of 7 views', ''])
  })

  test('is not shown elsewhere', async () => {
    expect((await explainSlowly(undefined)).stderr).toBe('')
  })
})

test('partials are found in the folders of --views', async () => {
  const app = viewFolder({ 'pages/page.mustache': '<p>{{> part}}</p>', 'parts/part.mustache': '<i>{{title}}</i>', 'data.json': '{ "title": "tea" }' })
  const { views } = await jsonOf(runHere, ['explain', 'pages', '--views', 'pages', '--views', 'parts', '--data', 'data.json'], { cwd: app.file('.') })
  expect(views).toMatchObject([{ name: 'page.mustache', static: { bytes: 7 }, page: { bytes: '<p><i>tea</i></p>'.length } }])
})

describe('a dialect of the app', () => {
  const LONG = 'Long enough for a fragment. '.repeat(10)
  const cwd = path.join(__dirname, 'explain-findings/dialect')

  const explain = (...args) => jsonOf(run, ['explain', '--options', 'options.js', '--data', 'data.json', ...args], { cwd })

  test('is only compiled, each file separately, and prints nothing to stdout', async () => {
    const { code, stderr, views: [first, second] } = await explain('views/first.txt', 'views/second.txt')
    expect(code).toBe(0)
    expect(stderr).toMatch(/^(compiled\n)+rendered\n/)
    expect(first).toMatchObject({ static: { bytes: 5, fragments: 0 }, page: { bytes: 5 + LONG.length, fragments: 1, fragmentBytes: LONG.length, chunks: 2 } })
    expect(second).toMatchObject({ static: { bytes: LONG.length, fragments: 1, share: 1 } })
    expect(first).not.toHaveProperty('dynamicSegments')
  })

  test('may reject with any value', async () => {
    const { code, views } = await explain('views/throws.txt')
    expect(code).toBe(1)
    expect(views[0].findings).toEqual([{ kind: 'does-not-render', reason: 'throw' }])
  })

  test('explains a template for the locals', async () => {
    const { code, views } = await explain('views/explained.xpl')
    expect(code).toBe(1)
    expect(views[0]).toMatchObject({ dynamicSegments: 1, engineFallback: 'has a,b', findings: [{ kind: 'rendered-by-engine', reason: 'has a,b' }] })
  })
})

describe('the table', () => {
  const text = async (...args) => (await run(['explain', ...args], { cwd: folder.file('.') })).stdout
  const where = (name) => fs.realpathSync(folder.file(name))

  test('is followed by the findings of each view', async () => {
    expect(await text()).toBe(`\
                       static  frag-   dynamic     pre-  static,
view         language   bytes  ments  segments  encoded   zlib 6
broken.ejs   ejs            –      –         –        –        –
changes.ejs  ejs            0      0         1        –       20
early.ejs    ejs            0      0         0        –       20
fine.ejs     ejs            7      0         1      0 %       27
keeps.ejs    ejs            0      0         1        –       20
later.ejs    ejs            0      0         0        –       20
throws.ejs   ejs            8      0         1      0 %       28
7 views                    15      0         4      0 %      135

! broken.ejs does not compile: ${engineMessage('broken.ejs')}
! early.ejs is rendered by its engine, because it returns early
! keeps.ejs keeps the with statement, because title is deleted
* later.ejs keeps the with statement if the template assigns to title, which is among the locals

${NOTE}

5 of 7 views are spliced; 1 is rendered by its engine, 1 does not compile, 1 keeps the with statement. 5 have no static text of 256 bytes or more to keep as a Buffer: short pages of them gain little; measure with compare.
`)
  })

  test('is plain in a pipe, regardless of the environment', async () => {
    const { stdout } = await run(['explain'], { cwd: folder.file('.'), env: { CI: '1', FORCE_COLOR: '1' } })
    expect(stdout).toBe(await text())
  })

  test('shows pages', async () => {
    expect(await text('views/fine.ejs', 'views/throws.ejs', '--data', 'data.json')).toBe(`\
                      static  frag-   dynamic   page     pre-   sent   page,
view        language   bytes  ments  segments  bytes  encoded  bytes  zlib 6
fine.ejs    ejs            7      0         1     10      0 %     10      30
throws.ejs  ejs            8      0         1      –        –      –       –
2 views                   15      0         2     10      0 %     10      30

! throws.ejs does not render with the data: ${where('views/throws.ejs')}:2
        1| <p>
     >> 2| <%= none.title %></p>

    none is not defined
    If your app has it in app.locals, res.locals or ctx.state, add it to the file of --data, which may be a module.

${NOTE}

2 of 2 views are spliced; 1 does not render with the data. 2 have no static text of 256 bytes or more to keep as a Buffer: short pages of them gain little; measure with compare.
`)
  })

  test('escapes control characters', async () => {
    const views = viewFolder({ 'views/\u001b[31mred\n.mustache': '<p>{{title}}</p>' })
    const { stdout } = await run(['explain'], { cwd: views.file('.') })
    expect(stdout).toBe(`\
                                        static  frag-   dynamic     pre-  static,
view                          language   bytes  ments  segments  encoded   zlib 6
\\u001b[31mred\\u000a.mustache  mustache       7      0         1      0 %       27
1 view                                       7      0         1      0 %       27

${NOTE}

1 of 1 view is spliced. 1 has no static text of 256 bytes or more to keep as a Buffer: a short page of it gains little; measure with compare.
`)
  })

  describeWith('in a terminal', ['script'], (script) => {
    const inTerminal = (env, { columns = 0, args = '' } = {}) => new Promise((resolve) => {
      const command = `stty cols ${columns}; '${process.execPath}' '${PROGRAM}' explain views/fine.ejs views/keeps.ejs ${args}`
      execFile(script, ['-qec', command, '/dev/null'], { cwd: folder.file('.'), env: childEnv({ TERM: 'xterm', ...env }) }, (error, stdout) => {
        resolve({ code: error?.code, stdout })
      })
    })
    const ESC = '\u001b'

    test('is coloured', async () => {
      const { code, stdout } = await inTerminal({})
      expect(code).toBe(1)
      expect(stdout).toContain(`${ESC}[33mkeeps.ejs${ESC}[39m`)
      expect(stdout).toContain(`${ESC}[1m2 views`)
    })

    test('is plain with NO_COLOR', async () => {
      const { stdout } = await inTerminal({ NO_COLOR: '1' })
      expect(stdout).not.toContain(ESC)
      expect(stdout).toContain('keeps.ejs keeps the with statement')
    })

    test('fits its columns', async () => {
      const { stdout } = await inTerminal({}, { columns: 64 })
      expect(stdout.split('\r\n').filter((line) => textWidth(line) > 64)).toEqual([])
      expect(stdout.replace(/\r\n +/g, ' ')).toContain(NOTE)
    })

    test('has JSON as in a pipe', async () => {
      const { stdout } = await inTerminal({}, { columns: 64, args: '--json' })
      expect(stdout.replaceAll('\r', '')).toBe(await text('views/fine.ejs', 'views/keeps.ejs', '--json'))
    })
  })
})
