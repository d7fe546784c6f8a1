'use strict'

const fs = require('node:fs')
const path = require('node:path')
const MarkdownIt = require('markdown-it')
const { ROOT } = require('./markdown')

/** A name, or a member by its path, with what may follow where it is quoted: `out.fragment(f)`, `out.text += …`. */
const NAME = /^([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?:\([^)]*\)| \+?=.*)?$/
/** A file or a folder. A placeholder such as `<name>`, a pattern and the name of an export are none. */
const PATH = /^[\w./-]*(?:\.(?:js|json|md|ts)|\/)$/
/** What stands between a name and the link or the name of the file that declares it. */
const BEFORE_FILE = /^,? in\s*$/
/** What stands between the link of a file and a name that it declares: "`a.js`: `one`", "In `a.js`, `one`". */
const AFTER_FILE = /^[:,] ?$/

/** Names that are no code of lib/, with what they are. */
const ELSEWHERE = {
  X: 'an object of the template, as generated code is shown',
  explain: 'a command, and the hook of a language for it in bin/languages',
  dialectSuite: 'of test/dialects/suite.js'
}

const codeOf = new Map()

/** @returns {string} the code of a file, with the types that its comments declare, without other comments */
function readCode (file) {
  if (!codeOf.has(file)) {
    // The check of files reports one that is missing.
    if (!fs.existsSync(path.join(ROOT, file))) return ''
    const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
    const types = [...source.matchAll(/@(?:typedef|callback|property) (?:\{.*\} )?\[?(\w+)/g)]
    const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    codeOf.set(file, [code, ...types.map(([, name]) => `let ${name}`)].join('\n'))
  }
  return codeOf.get(file)
}

const libFiles = fs.readdirSync(path.join(ROOT, 'lib'), { recursive: true })
  .filter((file) => file.endsWith('.js')).map((file) => path.posix.join('lib', file))

/** Whether the code of a file declares a function, class, type, constant, method, field or property of this name. */
function declares (file, name) {
  const id = `#?${name.replaceAll('$', '\\$')}`
  return [
    `\\b(?:function\\*?|class|const|interface|let|type)\\s+${id}(?![\\w$])`,
    `^\\s+(?:static |async |get |set |\\*)*${id} ?\\(.*\\) \\{`,
    `^\\s+(?:static )?${id} = `,
    `(?:^\\s+|[{,] )${id}: `,
    `\\b(?:this|exports|prototype)\\.${id} = `
  ].some((pattern) => new RegExp(pattern, 'm').test(readCode(file)))
}

/** Whether lib/ has the name: a member of a class in the file of that class, any other anywhere in its code. */
function isInLib (name) {
  const [owner, ...members] = name.split('.')
  const home = libFiles.find((file) => new RegExp(`\\bclass ${owner}\\b`).test(readCode(file)))
  if (home && members.length > 0) return declares(home, members[0])
  const word = new RegExp(`(?<![\\w$])${(members.at(-1) ?? owner).replaceAll('$', '\\$')}(?![\\w$])`)
  return libFiles.some((file) => word.test(readCode(file)))
}

/** Whether a file or folder exists: at the top, in lib/, or, without a folder, anywhere in lib/. */
function exists (name) {
  if (['', 'lib'].some((folder) => fs.existsSync(path.join(ROOT, folder, name)))) return true
  return !/\/./.test(name) && libFiles.some((file) => `/${file}`.includes(`/${name}`))
}

/**
 * Lists the files and names that a document quotes and that do not exist. A linked name, a name before "in" and a file,
 * and one right after a linked file have to be declared there; any other has to occur in lib/.
 *
 * @param {string} source Markdown
 * @param {object} how
 * @param {string} how.folder of the document
 * @param {(section: string) => boolean} [how.hasNames] whether a section's names are those of lib/; without it, all are
 * @returns {string[]}
 */
function staleCitations (source, { folder, hasNames = () => true }) {
  const tokens = new MarkdownIt().parse(source, {})
  const stale = []
  let section
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') section = tokens[index + 1].content
    else if (token.type === 'fence' && ['', 'text'].includes(token.info)) stale.push(...staleInPicture(token.content))
    else if (token.type === 'fence' && token.info === 'sh') stale.push(...staleInCommand(token.content))
    else if (token.type === 'inline') stale.push(...staleInText(token.children, folder, hasNames(section)))
  })
  return stale
}

/** Lists what a picture names that does not exist: files, members of classes, and the name at the begin of a line. */
function staleInPicture (picture) {
  const files = [...picture.matchAll(/[\w-]+(?:\/[\w-]+)*(?:\.js\b|\/)/g)].map(([file]) => file)
  const names = [...picture.matchAll(/\b([A-Z]\w+\.\w+)\(|^([A-Z]\w+) ──/gm)].map(([, member, name]) => member ?? name)
  return [...files.filter((file) => !exists(file)), ...names.filter((name) => !isInLib(name))]
}

/** Lists the files below folders that a command names and that do not exist. */
function staleInCommand (command) {
  return command.split(/\s+/).filter((word) => /\w\/./.test(word) && PATH.test(word) && !exists(word))
}

function staleInText (children, folder, hasNames) {
  return citationsOf(children, folder).filter(({ text, target, file }) => {
    if (staleInCommand(text).length > 0) return true
    if (PATH.test(text)) return target === undefined ? !exists(text) : !`/${target}`.endsWith(`/${text}`)
    const [, name] = NAME.exec(text) ?? []
    if (name === undefined || !hasNames || Object.hasOwn(ELSEWHERE, name)) return false
    const declaredIn = target ?? file
    if (/\.[jt]s$/.test(declaredIn)) return !declares(declaredIn, name.split('.').at(-1))
    return !isInLib(name)
  }).map(({ text, target, file }) => target ?? file ? `${text} in ${target ?? file}` : text)
}

/**
 * @returns {{ text: string, target?: string, file?: string }[]} the quoted code of a text: `target` is the file that it
 *   links to, `file` the one that it is said to be in
 */
function citationsOf (children, folder) {
  const found = []
  let link
  let text = ''
  for (const child of children) {
    if (child.type === 'link_open') link = targetOf(child.attrGet('href'), folder)
    else if (child.type === 'link_close') link = undefined
    else if (child.type === 'text') text += child.content
    else if (child.type === 'code_inline') {
      found.push({ text: child.content, target: link, before: text })
      text = ''
    }
  }
  return found.map(({ before, ...citation }, index) => {
    return { ...citation, file: fileOf(before, found[index - 1], found[index + 1]) }
  })
}

/** @returns {string | undefined} the file that is said to declare a name: behind "in", or right before the name */
function fileOf (before, previous, next) {
  if (next && BEFORE_FILE.test(next.before)) return next.target ?? pathOf(next.text)
  return previous?.target && PATH.test(previous.text) && AFTER_FILE.test(before) ? previous.target : undefined
}

function pathOf (text) {
  return PATH.test(text) && fs.existsSync(path.join(ROOT, text)) ? text : undefined
}

function targetOf (href, folder) {
  if (/^(?:https?:|#)/.test(href)) return undefined
  return path.posix.join(folder, decodeURI(href).split('#')[0])
}

module.exports = { staleCitations }
