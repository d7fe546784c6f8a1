'use strict'

const nunjucks = require('nunjucks')
const { long } = require('../long')

/** A tag with a body, an optional second one, and arguments. */
class Remote {
  constructor (log, options = {}) {
    this.log = log
    this.tags = ['remote']
    Object.assign(this, options)
  }

  parse (parser, nodes) {
    const token = parser.nextToken()
    const args = parser.parseSignature(null, true)
    parser.advanceAfterBlockEnd(token.value)
    const body = parser.parseUntilBlocks('error', 'endremote')
    let errorBody = null
    if (parser.skipSymbol('error')) {
      parser.skip('block-end')
      errorBody = parser.parseUntilBlocks('endremote')
    }
    parser.advanceAfterBlockEnd()
    return new nodes[this.async ? 'CallExtensionAsync' : 'CallExtension'](this, 'run', args, [body, errorBody])
  }

  run (context, ...args) {
    const callback = this.async ? args.pop() : undefined
    const [error, body] = [args.pop(), args.pop()]
    const text = body()
    this.log.push([typeof text, args.length, context.lookup('x')])
    const result = new nunjucks.runtime.SafeString(`[${args}|${text}|${error ? error() : 'none'}]`)
    if (!callback) return result
    if (this.delayed) setImmediate(callback, null, result)
    else callback(null, result)
  }
}

/** A tag without a body. */
class Stamp {
  constructor () {
    this.tags = ['stamp']
  }

  parse (parser, nodes) {
    const token = parser.nextToken()
    const args = parser.parseSignature(null, true)
    parser.advanceAfterBlockEnd(token.value)
    return new nodes.CallExtension(this, 'run', args)
  }

  run (context, value) {
    if (value === 'fail') throw new Error('stamp failed')
    return `<${value}>`
  }
}

/** One that changes the source. */
class Shouting {
  preprocess (source) {
    return source.replaceAll('shout', 'SHOUT')
  }
}

const add = (extension, name = 'Ext') => (env, log) => env.addExtension(name, extension(log))
const files = { 'part.njk': `${long('part')}{% remote %}{{ x }}{% endremote %}`, 'layout.njk': `${long()}{% block b %}${long()}{% endblock %}` }
const locals = () => ({ x: '<x>', list: [1, 2] })
const remote = add((log) => new Remote(log))
const page = (source, setup = remote, more = {}) => ({ page: source, files, locals, setup, ...more })

module.exports = [
  { name: 'a tag with a body', ...page(`${long()}{% remote "url", x %}a${long()}{{ x }}{% endremote %}b`, remote, { spliced: 1 }) },
  { name: 'a tag with two bodies', ...page('{% remote %}a{% error %}b{{ x }}{% endremote %}') },
  { name: 'a tag with keyword arguments', ...page('{% remote 1, a=2 %}a{% endremote %}') },
  { name: 'a tag around everything', ...page(`{% remote %}{% if x %}{{ x }}{% endif %}{% for i in list %}{{ loop.index }}${long()}{% endfor %}{% set y = 1 %}{% set z %}z{% endset %}{{ y }}{{ z }}{% remote %}inner{% endremote %}{% endremote %}`) },
  { name: 'a tag around an include', ...page('{% remote %}{% include "part.njk" %}{% endremote %}after') },
  { name: 'a tag around a block', ...page(`{% remote %}{% block b %}${long()}{% endblock %}{% endremote %}`, remote, { throws: true }) },
  { name: 'a tag in a block', ...page('{% extends "layout.njk" %}{% block b %}{{ super() }}{% remote %}{{ super() }}{% endremote %}{% include "part.njk" %}{% endblock %}') },
  { name: 'a tag in a macro', ...page('{% macro m(a) %}{% remote %}{{ a }}{% endremote %}{% endmacro %}{{ m(x) }}') },
  { name: 'a tag in a set block', ...page('{% set y %}{% remote %}a{% endremote %}{% endset %}{{ y }}') },
  { name: 'a tag that is not autoescaped', ...page(`{% stamp x %}${long()}{% stamp 1 %}`, add(() => Object.assign(new Stamp(), { autoescape: false })), { spliced: 1 }) },
  { name: 'a tag that is autoescaped', ...page(`{% stamp x %}${long()}{% stamp 1 %}`, add(() => new Stamp()), { spliced: 1 }) },
  { name: 'a tag that fails', ...page(`${long()}\n{% stamp "fail" %}`, add(() => new Stamp()), { throws: true }) },
  { name: 'an asynchronous tag', ...page(`a{% remote "u" %}${long()}{{ x }}{% endremote %}b${long()}`, add((log) => new Remote(log, { async: true })), { spliced: 1 }) },
  { name: 'an asynchronous tag, later', ...page(`a{% remote "u" %}{{ x }}{% endremote %}b${long()}{% for i in list %}{% remote %}{{ i }}{% endremote %}{% endfor %}`, add((log) => new Remote(log, { async: true, delayed: true })), { spliced: 1 }) },
  { name: 'an asynchronous tag in a condition', ...page(`{% if x %}{% remote %}1{% endremote %}${long()}{% else %}2{% endif %}after`, add((log) => new Remote(log, { async: true, delayed: true }))) },
  { name: 'an extension that changes the source', ...page(`shout ${long()} shout`, add(() => new Shouting()), { spliced: 1 }) },
  { name: 'two extensions', ...page(`{% remote %}{% stamp 1 %}shout{% endremote %}${long()}`, (env, log) => env.addExtension('A', new Remote(log)).addExtension('B', new Stamp()).addExtension('C', new Shouting())) },
  { name: 'an extension that is removed', ...page('{% remote %}a{% endremote %}', (env, log) => { remote(env, log); env.removeExtension('Ext') }, { throws: true }) }
]
