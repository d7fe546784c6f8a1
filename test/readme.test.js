'use strict'

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const ejs = require('ejs')
const etag = require('etag')
const MarkdownIt = require('markdown-it')
const ts = require('typescript')
const { createRenderer } = require('..')
const { bin, dependencies, scripts } = require('../package.json')
const { childEnv } = require('./support/child-env')
const { freePort } = require('./support/free-port')
const { everything } = require('./support/level')
const { viewFolder } = require('./support/view-folder')

const ROOT = path.resolve(__dirname, '..')
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'docs/benchmark.md', 'docs/dialects.md', 'docs/security.md']
const LINKED = ['express', 'koa', 'ejs', 'liquidjs', '@types']
const EXTENSIONS = { js: '.js', mjs: '.mjs', ts: '.mts' }

const tea = { title: 'Tea & coffee', items: ['Darjeeling', 'Café crème'] }
const html = (body) => ({ type: 'text/html; charset=utf-8', body })
/** A streamed page, which has no entity tag. */
const streamed = (body) => ({ ...html(body), isOurs: false })
const CSS = 'h1 { color: green }\n'
const view = (name, locals) => async () => html(await ejs.renderFile(folder.file(`views/${name}.ejs`), locals))
const hello = (name) => () => html(`<!doctype html>
<h1>Hello ${name}</h1>
<ul title="3 teas"><li>Darjeeling</li><li>Assam</li><li>Keemun</li></ul>
`)

/**
 * The expected behaviour of each snippet, in order. A server has `pages`, by path; a program without them prints the
 * text of its comments. `isOurs` is false for responses without an entity tag of this library.
 */
const SNIPPETS = [
  { section: 'Express', pages: { '/': view('index', tea) } },
  { section: 'Koa', pages: { '/': view('index', tea) } },
  { section: 'Plain http', pages: { '/': view('index', tea) } },
  { section: 'The html tag', pages: { '/': hello('stranger'), '/?name=%3CZo%C3%AB%3E': hello('&lt;Zoë&gt;') } },
  { section: 'The html tag' },
  { section: 'Template languages', pages: { '/': () => html('<!doctype html>\n<h1>Hello Zoë &amp; Co</h1>\n<p>Assam</p><p>Keemun</p>\n') } },
  { section: 'Template languages', pages: { '/': () => html('<!doctype html>\n<p>Oolong &lt;1st&gt;: 4.5 €</p>\n') } },
  { section: 'A language of your own', pages: { '/': () => html('Dear Zoë,\nyour order 7 is on its way.\n') } },
  {
    section: 'Streaming',
    pages: {
      '/': () => streamed(`<!doctype html>
<link rel="stylesheet" href="/dashboard.css">
<h1>Tea &amp; coffee</h1>
<ul>
<li>Assam</li>
<li>Keemun</li>

</ul>
<p>Visitors: 1204</p>
`),
      '/html': () => streamed('<!doctype html><h1>Tea</h1>')
    }
  },
  { section: 'Files', pages: { '/': () => html(`<!doctype html><style>${CSS}</style><h1>Tea</h1>`) } },
  { section: 'Node 20 and 22', pages: { '/': view('index', tea) } },
  {
    section: 'Falling through',
    pages: {
      '/': view('index', { title: 'Teas', items: ['Assam'] }),
      '/text': () => ({ isOurs: false, type: 'text/plain; charset=utf-8', body: 'Hello Ann' }),
      '/stats': () => ({
        isOurs: false,
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({
          templates: { hits: 0, misses: 1, evictions: 0, entries: 1, bytes: fs.statSync(folder.file('views/index.ejs')).size },
          memo: { hits: 0, misses: 1, evictions: 0, entries: 0, bytes: 0 },
          files: { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 },
          fragments: { hits: { process: 0, store: 0 }, misses: 0, loads: 0, waits: 0, stale: 0, failures: 0, evictions: 0, entries: 0, bytes: 0 },
          fallThrough: 1,
          engine: { 'has an engine without a dialect': 1 },
          unencoded: {}
        })
      })
    }
  },
  { section: 'At start-up', pages: { '/': view('index', { title: 'Tea', items: ['Assam', 'Keemun'] }) } },
  { section: 'API' },
  { section: 'Watching it' },
  { section: 'TypeScript and ESM', pages: { '/?name=%3CZo%C3%AB%3E': () => html('<p>Hello &lt;Zoë&gt;</p>') } },
  { section: 'TypeScript and ESM', pages: { '/': view('index', { title: 'Tea', items: ['Assam', 'Keemun'] }) } }
]

/**
 * @typedef {object} Fence
 * @property {string} section the last heading before it
 * @property {string} language
 * @property {string} source
 * @property {string | undefined} file the last inline code of the paragraph before it
 */

/**
 * @param {string} name the path of a Markdown file
 * @returns {{ fences: Fence[], links: string[], headings: string[], rows: (section: string) => string[][] }}
 *   `rows` returns, for each row of a section's table, the inline code of the first cell
 */
function readDocument (name) {
  const tokens = new MarkdownIt().parse(fs.readFileSync(path.join(ROOT, name), 'utf8'), {})
  const fences = []
  const headings = []
  const cells = []
  let last
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') headings.push(textOf(tokens[index + 1]))
    if (token.type === 'inline') last = token
    if (token.type === 'tr_open') cells.push({ section: headings.at(-1), codes: codesOf(tokens[index + 2]) })
    if (token.type === 'fence' || token.type === 'code_block') {
      fences.push({ section: headings.at(-1), language: token.info, source: token.content, file: codesOf(last).at(-1) })
    }
  })
  const links = tokens.flatMap(({ children }) => children ?? []).map((token) => token.attrGet('href') ?? token.attrGet('src'))
  return {
    fences,
    headings,
    links: links.filter(Boolean),
    rows: (section) => cells.filter((cell) => cell.section === section && cell.codes.length > 0).map(({ codes }) => codes)
  }
}

function textOf ({ children }) {
  return children.map(({ content }) => content).join('')
}

function codesOf ({ children }) {
  return children.filter(({ type }) => type === 'code_inline').map(({ content }) => content)
}

const readme = readDocument('README.md')
const programs = readme.fences.filter(({ language }) => language in EXTENSIONS)
const commands = readme.fences.filter(({ language }) => language === 'sh').flatMap(({ source }) => source.trim().split('\n'))
const views = readme.fences.filter(({ language }) => language === 'html')
const folder = viewFolder(Object.fromEntries([
  ...views.map(({ file, source }) => [file, source]),
  // The engine in "Falling through" ignores its file, but Express looks it up.
  ['views/hello.txt', ''],
  ['views/tea.css', CSS],
  ['locals.json', JSON.stringify(tea)],
  ...programs.map(({ language, source }, index) => [fileOf(index, language), source])
]))

beforeAll(() => {
  fs.mkdirSync(folder.file('node_modules'))
  fs.symlinkSync(ROOT, folder.file('node_modules/buffered-render'))
  for (const name of LINKED) fs.symlinkSync(path.join(ROOT, 'node_modules', name), folder.file(`node_modules/${name}`))
})

afterAll(() => folder.remove())

function fileOf (index, language) {
  return `snippet-${index}${EXTENSIONS[language]}`
}

describe('the README', () => {
  test('contains only tested programs, views and commands', () => {
    expect(programs.map(({ section }) => section)).toEqual(SNIPPETS.map(({ section }) => section))
    expect(new Set(readme.fences.map(({ language }) => language))).toEqual(new Set(['sh', 'html', 'text', 'js', 'mjs', 'ts']))
    expect(commands.filter((command) => !command.startsWith('npx buffered-render '))).toEqual(['npm install buffered-render'])
    for (const { file } of views) expect(file).toMatch(/^views\/\w+\.\w+$/)
  })

  test.each(SNIPPETS.map(({ section, pages }, index) => ({ section, pages, index, ...programs[index] })))('runs snippet $index, of "$section"', async ({ pages, index, language, source }) => {
    const file = language === 'ts' ? compile(fileOf(index, language)) : fileOf(index, language)
    if (pages === undefined) {
      expect(await start(file).ended).toEqual({ stdout: expectedOutput(source), stderr: '', code: 0 })
    } else {
      const expected = await Promise.all(Object.entries(pages).map(async ([url, make]) => ({ url, status: 200, isOurs: true, ...await make() })))
      expect(await visit(file, Object.keys(pages))).toEqual({ answers: expected, stderr: '' })
    }
  })

  test.each(commands.filter((command) => command.startsWith('npx ')))('runs %s', async (command) => {
    const [, , ...args] = command.split(' ')
    // One round is enough to test the command.
    if (args[0] === 'compare' && !everything) args.push('--rounds', '1')
    const { stdout, code } = await start(path.join(ROOT, bin['buffered-render']), {}, args).ended
    expect(stdout).toMatch(/^index\.ejs|\nindex\.ejs|1 view, 0 findings/)
    expect(code).toBe(0)
  })

  test('lists exactly the existing options', () => {
    const listed = readme.rows('Options').map(([name]) => name)
    expect(listed).toEqual(checkedOptions())
    expect(listed).toEqual(declaredOptions())
  })

  test('explains every dependency', () => {
    const source = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8')
    const [reasons] = /^- \*\*Dependencies\.\*\*.*?(?=^- )/ms.exec(source)
    const named = [...reasons.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    expect(named.sort()).toEqual(Object.keys(dependencies).sort())
    // Mustache is required by a computed name, as all engines are.
    expect([...requiredPackages(), 'mustache'].sort()).toEqual(named)
  })

  test('names existing scripts only', () => {
    const source = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8')
    const names = [...source.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test', ...names]))
  })
})

describe.each(DOCUMENTS)('%s', (name) => {
  const { headings, links } = readDocument(name)
  const local = links.filter((link) => !/^https?:/.test(link))

  test('has no dead links', () => {
    const files = local.filter((link) => !link.startsWith('#')).map((link) => link.split('#')[0])
    expect(files.filter((link) => !fs.existsSync(path.join(ROOT, path.dirname(name), decodeURI(link))))).toEqual([])
    const anchors = headings.map((text) => '#' + text.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-'))
    expect(anchors).toEqual(expect.arrayContaining(local.filter((link) => link.startsWith('#'))))
  })
})

test('docs/dialects.md quotes only code of the example', () => {
  const example = ['app.js', 'squirrelly.js'].map((file) => fs.readFileSync(path.join(ROOT, 'examples/dialect', file), 'utf8'))
  const { fences } = readDocument('docs/dialects.md')
  expect(fences.length).toBeGreaterThan(10)
  expect(fences.filter(({ source }) => !example.some((code) => code.includes(`\n${source}`)))).toEqual([])
  expect(example[1].split('\n').length - 1).toBeLessThanOrEqual(150)
})

/**
 * @param {string} source a program whose calls of console.log have comments with their output
 * @returns {string} the output
 */
function expectedOutput (source) {
  const calls = source.match(/console\.log\(/g)
  const lines = [...source.matchAll(/console\.log\(.*\) \/\/ (.*\n)/g)].map(([, line]) => line)
  expect(lines).toHaveLength(calls.length)
  return lines.join('')
}

/**
 * Checks the types of a snippet and compiles it to JavaScript.
 *
 * @param {string} file
 * @returns {string} the compiled file
 */
function compile (file) {
  const options = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: ['node'],
    typeRoots: [folder.file('node_modules/@types')],
    skipLibCheck: true
  }
  const program = ts.createProgram([folder.file(file)], options)
  const diagnostics = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(diagnostics).toEqual([])
  program.emit()
  return file.replace('.mts', '.mjs')
}

/**
 * @param {string} file
 * @param {object} [env]
 * @param {string[]} [args]
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<{ stdout: string, stderr: string, code: number | null }> }}
 */
function start (file, env, args = []) {
  const child = spawn(process.execPath, [file, ...args], { cwd: folder.file(''), env: childEnv(env), stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const name of Object.keys(output)) {
    child[name].setEncoding('utf8').on('data', (text) => { output[name] += text })
  }
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ ...output, code })))
  return { child, ended }
}

/**
 * Starts a server and requests pages, one after the other.
 *
 * @param {string} file
 * @param {string[]} urls
 * @returns {Promise<{ answers: object[], stderr: string }>}
 */
async function visit (file, urls) {
  const port = await freePort()
  const { child, ended } = start(file, { PORT: String(port) })
  try {
    while (!await isListening(port)) {
      if (child.exitCode !== null) throw new Error(`The server exited: ${(await ended).stderr}`)
    }
    const answers = []
    for (const url of urls) answers.push(await request(port, url))
    child.kill()
    const { stderr } = await ended
    return { answers, stderr }
  } finally {
    child.kill()
    await ended
  }
}

async function request (port, url) {
  const response = await fetch(`http://localhost:${port}${url}`, { headers: { connection: 'close' } })
  const body = await response.text()
  return {
    url,
    status: response.status,
    type: response.headers.get('Content-Type'),
    // This library computes the tag from the identity of the page, the frameworks from its body.
    isOurs: ![null, etag(body, { weak: true })].includes(response.headers.get('ETag')),
    body
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} resolves after 20 ms if nothing listens on the port
 */
function isListening (port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, 'localhost')
    socket.once('connect', () => { resolve(true); socket.end() })
    socket.once('error', () => setTimeout(resolve, 20, false))
  })
}

function checkedOptions () {
  try {
    createRenderer({ '': undefined })
  } catch ({ message }) {
    return message.split('the options are ')[1].split(', ')
  }
}

function declaredOptions () {
  const file = path.join(ROOT, 'types/index.d.ts')
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true)
  const names = []
  const visitNode = (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'Options') names.push(...node.members.map(({ name }) => name.text))
    ts.forEachChild(node, visitNode)
  }
  visitNode(source)
  return names
}

function requiredPackages () {
  const files = ['lib', 'bin'].flatMap((folder) => fs.readdirSync(path.join(ROOT, folder), { recursive: true }).map((file) => path.join(ROOT, folder, file)))
  const names = files.filter((file) => file.endsWith('.js')).flatMap((file) => {
    const source = fs.readFileSync(file, 'utf8')
    return [...source.matchAll(/require\('([^.:']+)'\)/g)].map(([, name]) => name)
  })
  return [...new Set(names)].sort()
}
