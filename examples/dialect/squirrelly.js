'use strict'

const fs = require('node:fs')
const { Rendered, Splicer, StaticFragment, SyntaxTree } = require('buffered-render/template')

/**
 * A dialect for Squirrelly 9, which compiles a template to a function that builds a string:
 *
 *     function anonymous(it,c,cb) { var tR='';tR+='<p>';tR+=c.l('F','e')(it.name); … return tR }
 *
 * The dialect edits that function, so that it writes to a splicer. The calls of escaping, filters and helpers
 * stay as Squirrelly generates them. Templates that cannot be edited safely are rendered by Squirrelly.
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
  explain: (source, context) => ({ engineFallback: compile(source, context).engineFallback }),
  byEngine: (filename, context) => compile(module.exports.read(filename), context).byEngine
}

function compile (source, { filename, engine, options: { views, ...options }, load }) {
  const config = engine.getConfig({ ...options, ...(views && { views: [views].flat() }), filename })
  const byEngine = compileByEngine(source, engine, config)
  const spliced = splice(String(byEngine), fileWriter(engine, load))
  // Included templates get the configuration of the page.
  const renderFor = (page) => (it) => spliced ? spliced(it, page.config, page) : byEngine(it, page.config)
  const engineFallback = spliced ? undefined : 'is asynchronous, or has code that may touch its output'
  const program = (out, locals) => {
    out.engineFallback = engineFallback
    const result = renderFor({ config: { ...config }, captured: [] })(locals)
    return config.async ? result.then((text) => append(out, text)) : append(out, result)
  }
  return Object.assign(program, { renderFor, engineFallback, byEngine: (locals) => byEngine(locals, config) })
}

function compileByEngine (source, engine, config) {
  try {
    return engine.compile(source, config)
  } catch (error) {
    // With its cache on, Squirrelly throws another error.
    if (config.cache) engine.loadFile(config.filename, config)
    throw error
  }
}

/** The start of the function, with any value of the option `varName`, and its end. */
const HEAD = /^function anonymous\([\w$]+,c,cb\n\) \{\nvar tR='';/
const TAIL = 'if(cb){cb(null,tR)} return tR\n}'

/** Returns a function that renders a page, or undefined if the template has code that would not work in it. */
function splice (text, writeFile) {
  const isStock = HEAD.test(text) && text.endsWith(TAIL) && !text.includes('br$')
  const tree = isStock ? SyntaxTree.of(`(${text})`) : undefined
  if (!tree || tree.all('WithStatement').length > 0 || tree.named('arguments').length > 0 || tree.named('eval').length > 0) return
  const blocks = new Set(tree.all('FunctionExpression').filter((node) => isBlock(tree, node)))
  const isInBlock = (node) => blocks.has(tree.functionOf(node))
  const writes = tree.all('ExpressionStatement').filter((node) => isWrite(node) && isInBlock(node))
  // Only Squirrelly's code may use the output variable: each block declares, writes and returns it, and `cb` gets the page's.
  if (tree.named('tR').length !== 2 * blocks.size + writes.length + 1 || tree.named('cb').length !== 3) return
  if (tree.all('ReturnStatement').filter(isInBlock).length !== blocks.size) return

  const [page] = blocks
  const { edits, fragments } = editsOf(tree, page, blocks, writes)
  const names = { br$Splicer: Splicer, br$raw: writeRaw, br$capture: capture, br$file: writeFile, br$fragments: fragments }
  const code = `return function (${tree.source(page.params[0])},c,br$page,cb) ${tree.edited(edits, page.body)}`
  return new Function(...Object.keys(names), code)(...Object.values(names)) // eslint-disable-line no-new-func
}

/** Returns whether a node is the function of the page, or of a block that a helper gets. */
function isBlock (tree, { body: { body } }) {
  return body.length > 1 && tree.source(body[0]) === "var tR='';" && tree.source(body.at(-1)) === 'return tR'
}

const isWrite = ({ expression: { operator, left } }) => operator === '+=' && left.name === 'tR'

const FILE_CALL = /^tR\+=(c\.l\('H','(?:includeFile|extendsFile)'\))\(/

/** Returns the edits of the page and of the blocks that layouts get. Other blocks still return strings. */
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
  // In source order: a block is added before the writes in it are visited.
  for (const write of writes) {
    const { left, right } = write.expression
    const block = tree.functionOf(write)
    if (!spliced.has(block)) continue
    const part = typeof right.value === 'string' ? StaticFragment.from(right.value) : ''
    const helper = FILE_CALL.exec(tree.source(write))?.[1]
    if (typeof part !== 'string') {
      edit(write, write, `br$out.fragment(br$fragments[${fragments.push(part) - 1}]);`)
    } else if (right.type === 'MemberExpression') {
      edit(write, write, `br$raw(br$out,br$page,${tree.source(right)});`)
    } else if (helper && tree.source(right.callee) === helper) {
      edit(write, { end: right.callee.end + 1 }, `br$file(br$out,br$page,${helper},`)
      tree.within(right).filter((node) => blocks.has(node) && tree.functionOf(node) === block)
        .forEach((node) => addBlock(node, 'br$capture(br$page,br$out.end())'))
    } else {
      edit(left, left, 'br$out.text')
    }
  }
  return { edits, fragments }
}

function append (out, value) {
  if (value instanceof Rendered) out.splice(value)
  else out.text += value
}

/** Passes the output of a block to a layout as text, and keeps its chunks for when the layout writes that text. */
function capture ({ captured }, rendered) {
  const text = rendered.toString()
  captured.push({ text, rendered })
  return text
}

function writeRaw (out, { captured }, value) {
  append(out, captured.find(({ text }) => text === value)?.rendered ?? value)
}

/** The source of Squirrelly's helpers for files, since an app may replace these helpers. */
const FILE_HELPER = new RegExp(/^function (?:includeFile|extendsFile)Helper\(content, blocks, config\) \{[^]*/.source +
  /return includeFile\(content\.params\[0\], config\)\((?:content\.params\[1\]|data), config\);\s*\}$/.source)

/** Calls such a helper with a configuration whose cache returns our own templates. */
function fileWriter (engine, load) {
  const own = ['includeFile', 'extendsFile'].map((name) => engine.helpers.get(name)).filter((helper) => FILE_HELPER.test(helper))
  const configFor = (page) => {
    const { storage } = page.config
    const templates = Object.assign(Object.create(storage.templates), { get: (file) => load(file).program.renderFor(page) })
    return { ...page.config, cache: true, storage: { ...storage, templates } }
  }
  return (out, page, helper, content, blocks, c) => {
    const config = own.includes(helper) && c === page.config ? page.configOfFiles ??= configFor(page) : c
    append(out, helper(content, blocks, config))
  }
}
