'use strict'

const fs = require('node:fs')
const path = require('node:path')
const MarkdownIt = require('markdown-it')

const ROOT = path.resolve(__dirname, '../..')

/** The languages of programs, with the extensions of their files. */
const PROGRAMS = { js: '.js', mjs: '.mjs', ts: '.mts' }

/** Blocks that are no files: commands and output. */
const NO_FILES = ['sh', 'text']

/** The name of a file, as text before a fence gives it. */
const FILE = /^[\w.-]+(?:\/[\w.-]+)*\.\w+$/
const PROGRAM = /\.[cm]?[jt]s$/

/**
 * A block of code.
 *
 * @typedef {object} Fence
 * @property {string} section the last heading before it
 * @property {string} language
 * @property {string} source
 * @property {boolean} isProgram
 * @property {string | undefined} file the last inline code of the paragraph before it, if that names a file
 */

/**
 * @param {string} name the path of a Markdown file
 * @param {string} [root] the folder of the path
 * @returns {{ fences: Fence[], links: string[], anchors: string[], rows: (section: string) => string[][] }}
 *   `rows` returns, for each row of a section's table, the inline code of the first cell
 */
function readDocument (name, root = ROOT) {
  const file = path.join(root, name)
  if (!parsed.has(file)) parsed.set(file, parse(fs.readFileSync(file, 'utf8')))
  return parsed.get(file)
}

/** Many links lead to the same documents. @type {Map<string, ReturnType<typeof parse>>} */
const parsed = new Map()

function parse (source) {
  const tokens = new MarkdownIt().parse(source, {})
  const fences = []
  const headings = []
  const cells = []
  let last
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') headings.push(textOf(tokens[index + 1]))
    if (token.type === 'inline') last = token
    if (token.type === 'tr_open') cells.push({ section: headings.at(-1), codes: codesOf(tokens[index + 2]) })
    if (token.type === 'fence' || token.type === 'code_block') fences.push(fenceOf(token, headings.at(-1), last))
  })
  const links = tokens.flatMap(({ children }) => children ?? []).map((token) => token.attrGet('href') ?? token.attrGet('src'))
  return {
    fences,
    links: links.filter(Boolean),
    anchors: headings.map((text) => text.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-')),
    rows: (section) => cells.filter((cell) => cell.section === section && cell.codes.length > 0).map(({ codes }) => codes)
  }
}

/** @returns {Fence} */
function fenceOf ({ info: language, content: source }, section, before) {
  const isProgram = language in PROGRAMS
  const named = before && codesOf(before).at(-1)
  const isNamed = !NO_FILES.includes(language) && FILE.test(named) && (!isProgram || PROGRAM.test(named))
  return { section, language, source, isProgram, file: isNamed ? named : undefined }
}

function textOf ({ children }) {
  return children.map(({ content }) => content).join('')
}

function codesOf ({ children }) {
  return children.filter(({ type }) => type === 'code_inline').map(({ content }) => content)
}

/** @returns {{ file: string, anchor: string | undefined }[]} what the relative links of a document name */
function linksOf (name, root = ROOT) {
  return readDocument(name, root).links.filter((link) => !/^https?:/.test(link)).map((link) => {
    const [target, anchor] = decodeURI(link).split('#')
    return { file: target === '' ? name : path.posix.join(path.posix.dirname(name), target), anchor }
  })
}

/** @returns {{ file: string, anchor: string | undefined }[]} the relative links of a document that lead nowhere */
function deadLinks (name, root = ROOT) {
  return linksOf(name, root).filter(({ file, anchor }) => {
    if (!fs.existsSync(path.join(root, file))) return true
    return anchor !== undefined && !(file.endsWith('.md') && readDocument(file, root).anchors.includes(anchor))
  })
}

/** @returns {string[]} README, the documents of `docs/` and the others at the top, and those of the examples */
function documents () {
  const top = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'test/README.md', 'tools/README.md', 'bench/README.md']
  const below = ['docs', 'examples'].flatMap((folder) => fs.readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules')).map((file) => path.posix.join(folder, file)))
  return [...top, ...below.sort()]
}

module.exports = { NO_FILES, PROGRAMS, ROOT, deadLinks, documents, linksOf, readDocument }
