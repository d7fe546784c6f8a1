'use strict'

const fs = require('node:fs')
const { OURS: X, OUT, Rendered, Splicer, SyntaxTree, pageCode } = require('buffered-render/template')

/**
 * A dialect for Squirrelly 9, which compiles a template to a function that builds a string:
 *
 *     function anonymous(it,c,cb) { var tR='';tR+='<p>';tR+=c.l('F','e')(it.name); … return tR }
 *
 * The core for generated code edits that function, so that it writes to a splicer.
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
  const spliced = splice(String(byEngine), fileCaller(engine, load))
  // Included templates get the configuration of the page.
  const renderFor = (page) => (it) => spliced ? spliced(it, page.config, page) : byEngine(it, page.config)
  const engineFallback = spliced ? undefined : 'is asynchronous, or has code that may touch its output'
  const program = (out, locals) => {
    out.engineFallback = engineFallback
    const page = { config: { ...config }, captured: [] }
    const result = renderFor(page)(locals)
    return config.async ? result.then((text) => raw(out, page, text)) : raw(out, page, result)
  }
  return Object.assign(program, { renderFor, engineFallback, byEngine: (locals) => byEngine(locals, config) })
}

function compileByEngine (source, engine, config) {
  try {
    return engine.compile(source, config)
  } catch (error) {
    if (config.cache) engine.loadFile(config.filename, config) // Throws another error.
    throw error
  }
}

/** The function, with any value of the option `varName`, and the start of calls of helpers for files. */
const STOCK = /^function anonymous\([\w$]+,c,cb\n\) \{\nvar tR='';[^]*if\(cb\)\{cb\(null,tR\)\} return tR\n\}$/
const FILE_CALLS = ["c.l('H','includeFile')(", "c.l('H','extendsFile')("]
const PAGE = `${X}page`

/** Returns a function that renders a page, or undefined if it has code that Squirrelly has to run. */
function splice (text, file) {
  const tree = STOCK.test(text) ? SyntaxTree.of(`(${text})`) : undefined
  if (tree === undefined || tree.all('WithStatement').length > 0) return
  // The page, and each block that a helper gets.
  const blocks = tree.all('FunctionExpression').filter(({ body: { body } }) =>
    body.length > 1 && tree.source(body[0]) === "var tR='';" && tree.source(body.at(-1)) === 'return tR')
  const replace = ({ start }, { end }, code) => ({ start, end, code })
  const edits = blocks.flatMap(({ body: { body } }, i) => [
    replace(body[0], body[0], `var ${OUT}=new ${X}.Splicer();`),
    replace(body.at(i === 0 ? -2 : -1), body.at(-1), `return ${i === 0 ? `${OUT}.end()` : `${X}.capture(${PAGE},${OUT})`}`)
  ])
  const calls = tree.all('ExpressionStatement').filter(isWrite).map(({ expression: { right } }) => ({ start: right.start, end: right.callee?.end + 1 }))
  for (const call of calls.filter((call) => FILE_CALLS.includes(tree.source(call)))) edits.push(replace(call, call, `${X}.file(${PAGE},${tree.source(call).slice(0, -1)},`))
  const { edits: all, fragments, reason } = pageCode(tree, {
    partsOf (statement) {
      if (!isWrite(statement)) return undefined
      const { left, right, end } = statement.expression
      if (typeof right.value === 'string') return [{ text: right.value }]
      return [{ raw: { start: tree.text.indexOf('+=', left.end) + '+='.length, end } }]
    },
    edits,
    names: ['tR', 'cb', 'arguments'],
    allows: ({ start }) => start < blocks[0].body.start,
    owns: (fn) => blocks.includes(fn),
    endsPage: (fn) => blocks.includes(fn),
    raw: `${X}.raw(${OUT},${PAGE},`
  })
  if (reason) return
  const code = `return function (${tree.source(blocks[0].params[0])},c,${PAGE},cb) ${tree.edited(all, blocks[0].body)}`
  return new Function(X, code)({ Splicer, capture, file, fragments, raw }) // eslint-disable-line no-new-func
}

function isWrite ({ type, expression }) {
  return type === 'ExpressionStatement' && expression.operator === '+=' && expression.left.name === 'tR'
}

/** Passes the output of a block to a helper as text, and keeps its chunks for when a layout writes that text. */
function capture ({ captured }, out) {
  if (out.chunks.length === 0) return out.text
  const rendered = out.end()
  captured.push({ text: rendered.toString(), rendered })
  return captured.at(-1).text
}

function raw (out, { captured }, value) {
  const page = captured.find(({ text }) => text === value)?.rendered ?? value
  if (page instanceof Rendered) out.splice(page)
  else out.text += value
}

/** The source of Squirrelly's helpers for files, since an app may replace these helpers. */
const FILE_HELPER = /^function (?:include|extends)FileHelper\(content, blocks, config\) \{[^]*return includeFile\(content\.params\[0\], config\)\((?:content\.params\[1\]|data), config\);\s*\}$/

/** Calls such a helper with a configuration whose cache returns our templates. */
function fileCaller (engine, load) {
  const fileHelpers = ['includeFile', 'extendsFile'].map((name) => engine.helpers.get(name)).filter((helper) => FILE_HELPER.test(helper))
  const configFor = (page, { storage } = page.config) => {
    const templates = Object.assign(Object.create(storage.templates), { get: (file) => load(file).program.renderFor(page) })
    return { ...page.config, cache: true, storage: { ...storage, templates } }
  }
  return (page, helper, content, blocks, c) => helper(content, blocks, fileHelpers.includes(helper) && c === page.config ? configFor(page) : c)
}
