'use strict'

const nunjucks = require('nunjucks')

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
const remote = add((log) => new Remote(log))
module.exports = {
  remote,
  remoteLater: add((log) => new Remote(log, { async: true, delayed: true })),
  remoteAsync: add((log) => new Remote(log, { async: true })),
  removed: (env, log) => { remote(env, log); env.removeExtension('Ext') },
  stamp: add(() => new Stamp()),
  stampNotEscaped: add(() => Object.assign(new Stamp(), { autoescape: false })),
  shouting: add(() => new Shouting()),
  several: (env, log) => env.addExtension('A', new Remote(log)).addExtension('B', new Stamp()).addExtension('C', new Shouting())
}
