'use strict'

const fs = require('node:fs')
const { Rendered, Splicer, StaticFragment, SyntaxTree } = require('buffered-render/template')

/**
 * A dialect for Squirrelly 9, which compiles a template to a function that puts a string together:
 *
 *     function anonymous(it,c,cb) { var tR='';tR+='<p>';tR+=c.l('F','e')(it.name); … return tR }
 *
 * The dialect edits that function, so that it writes to a splicer. Escaping, filters and helpers stay the
 * calls that Squirrelly has put there. What cannot be edited safely is left to Squirrelly.
 *
 * @type {import('buffered-render/template').Dialect}
 */
module.exports = {
  name: 'squirrelly',
  extensions: ['.sqrl', '.squirrelly'],
  package: 'squirrelly',
  read: (filename) => fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, ''),
  compile,
  // Squirrelly takes no options from the app, only from the locals, where a visitor could set them.
  appOptions: () => ({}),
  explain: (source, context) => ({ whole: compile(source, context).whole }),
  byEngine: (filename, context) => compile(module.exports.read(filename), context).byEngine
}

function compile (source, { filename, engine, options: { views, ...options }, load }) {
  const config = engine.getConfig({ ...options, ...(views && { views: [views].flat() }), filename })
  const byEngine = compileByEngine(source, engine, config)
  const spliced = config.async ? undefined : splice(String(byEngine), fileWriter(engine, load))

  // An included template gets the `c` of the page; `captured` has the pages of the texts that layouts are given.
  const render = (it, c, captured) => spliced ? spliced(it, c, captured) : byEngine(it, c)
  const program = (out, locals) => {
    const page = render(locals, { ...config }, new Map())
    return config.async ? page.then((text) => append(out, text)) : append(out, page)
  }
  const whole = spliced ? undefined : 'is asynchronous, or has code that may touch its output'
  return Object.assign(program, { render, whole, byEngine: (locals) => byEngine(locals, config) })
}

function compileByEngine (source, engine, config) {
  try {
    return engine.compile(source, config)
  } catch (error) {
    // Where Squirrelly caches templates, it throws another error.
    if (config.cache) engine.loadFile(config.filename, config)
    throw error
  }
}

/** How the function begins, whatever the option `varName` says, and how it ends. */
const HEAD = /^function anonymous\([\w$]+,c,cb\n\) \{\nvar tR='';/
const TAIL = 'if(cb){cb(null,tR)} return tR\n}'

/** Gives a function that makes a page, or nothing if the template has code that would not work in it. */
function splice (text, writeFile) {
  const isStock = HEAD.test(text) && text.endsWith(TAIL) && !text.includes('br$')
  const tree = isStock ? SyntaxTree.of(`(${text})`) : undefined
  if (!tree || tree.all('WithStatement').length > 0 || tree.named('arguments').length > 0 || tree.named('eval').length > 0) return
  const blocks = new Set(tree.all('FunctionExpression').filter((node) => isBlock(tree, node)))
  const isInBlock = (node) => blocks.has(tree.functionOf(node))
  const writes = tree.all('ExpressionStatement').filter((node) => isWrite(node) && isInBlock(node))
  // Only Squirrelly's code names the output: each block declares, writes and returns its own, and `cb` gets the page's.
  if (tree.named('tR').length !== 2 * blocks.size + writes.length + 1 || tree.named('cb').length !== 3) return
  if (tree.all('ReturnStatement').filter(isInBlock).length !== blocks.size) return

  const [page] = blocks
  const { edits, fragments } = editsOf(tree, page, blocks, writes)
  const names = { br$Splicer: Splicer, br$raw: writeRaw, br$capture: capture, br$file: writeFile, br$fragments: fragments }
  const code = `return function (${tree.source(page.params[0])},c,br$captured,cb) ${tree.edited(edits, page.body)}`
  return new Function(...Object.keys(names), code)(...Object.values(names)) // eslint-disable-line no-new-func
}

/** Whether it is the function of the page, or of a block that is given to a helper. */
function isBlock (tree, { body: { body } }) {
  return body.length > 1 && tree.source(body[0]) === "var tR='';" && tree.source(body.at(-1)) === 'return tR'
}

function isWrite ({ expression: { type, operator, left } }) {
  return type === 'AssignmentExpression' && operator === '+=' && left.name === 'tR'
}

const FILE_CALL = /^c\.l\('H','(?:includeFile|extendsFile)'\)\($/

/** What is changed in the page and in the blocks that layouts get. Other blocks make strings, as they do in Squirrelly. */
function editsOf (tree, page, blocks, writes) {
  const [edits, fragments, spliced] = [[], [], new Set()]
  const edit = ({ start }, { end }, code) => edits.push({ start, end, code })
  const addBlock = (block, result) => {
    const [first, last] = [block.body.body[0], block.body.body.at(-1)]
    spliced.add(block)
    edit(first, first, 'var br$out=new br$Splicer();')
    edit(last, last, `return ${result}`)
  }
  addBlock(page, 'br$out.end()')
  // In the order of the text: a block is added before what is written in it is looked at.
  for (const write of writes) {
    const { left, right } = write.expression
    const block = tree.functionOf(write)
    if (!spliced.has(block)) continue
    const part = typeof right.value === 'string' ? StaticFragment.from(right.value) : ''
    const isBare = tree.source(write) === `tR+=${tree.source(right)};`
    if (typeof part !== 'string') {
      edit(write, write, `br$out.fragment(br$fragments[${fragments.push(part) - 1}]);`)
    } else if (isBare && right.type === 'MemberExpression') {
      edit(write, write, `br$raw(br$out,br$captured,${tree.source(right)});`)
    } else if (isBare && right.arguments?.length === 3 && FILE_CALL.test(tree.source({ start: right.start, end: right.callee.end + 1 }))) {
      edit(write, { end: right.callee.end + 1 }, `br$file(br$out,br$captured,${tree.source(right.callee)},`)
      tree.within(right).filter((node) => blocks.has(node) && tree.functionOf(node) === block)
        .forEach((node) => addBlock(node, 'br$capture(br$captured,br$out.end())'))
    } else {
      edit(left, left, 'br$out.text')
    }
  }
  return { edits, fragments }
}

function append (out, page) {
  if (page instanceof Rendered) out.splice(page)
  else out.text += page
}

/** Writes a value that is not escaped: it may be a text that a layout was given. */
const writeRaw = (out, captured, value) => append(out, captured.get(value) ?? value)

function capture (captured, page) {
  captured.set(page.toString(), page)
  return page.toString()
}

/** Squirrelly's helpers for files. An app may define others in their place. */
const FILE_HELPER = /^function (includeFile|extendsFile)Helper\(content, blocks, config\) \{[^]*return includeFile\(content\.params\[0\], config\)\((content\.params\[1\]|data), config\);\s*\}$/

/** Has a helper of Squirrelly's find its file and take the template from the cache, where it gets one that makes a page. */
function fileWriter (engine, load) {
  const own = ['includeFile', 'extendsFile'].map((name) => engine.helpers.get(name)).filter((helper) => FILE_HELPER.test(helper))
  return (out, captured, helper, content, blocks, c) => {
    const get = (file) => {
      const { render } = load(file).program
      return (it) => render(it, c, captured)
    }
    const storage = { ...c.storage, templates: Object.assign(Object.create(c.storage.templates), { get }) }
    append(out, helper(content, blocks, own.includes(helper) ? { ...c, cache: true, storage } : c))
  }
}
