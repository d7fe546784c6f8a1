'use strict'

const { runtime: { SafeString } } = require('nunjucks')

/** Values that are printed, and whose members are read. */
const VALUES = [
  () => '<"&\'>\\`', () => '', () => 'plain', () => 1.5, () => -0, () => NaN, () => 10n, () => true, () => false, () => null, () => undefined,
  () => [1, ['<', null]], () => ({ m: '<m>', 0: '<0>', n: { m: 1 } }), () => Object.create(null), () => ({ toString: () => '<t>', valueOf: () => '<v>' }),
  () => ({ m () { return `<${this === undefined ? 'none' : Object.keys(this)}>` }, n: { m: (...given) => given.join('<') } }),
  () => new SafeString('<safe>'), () => Object('<boxed>'), () => Symbol('<s>'), () => (a, b) => `<${a}${b}>`,
  () => new (class { get m () { this.count = (this.count ?? 0) + 1; return `<${this.count}>` } })(),
  () => ({ get m () { throw new RangeError('no <m>') } }), () => new Map([['m', 1]]), () => new Date(0)
]

/** What a template takes for the runtime of Nunjucks, whose name it gives to a variable. */
const runtime = {
  suppressValue: (value) => `r${value}`,
  memberLookup: (o, name) => `m${name}`,
  contextOrFrameLookup: (context, frame, name) => ({ x: name })
}

module.exports = {
  setup: (env) => {
    // What the rest of a page throws behind a wait would end the process.
    env.addFilter('later', (value, callback) => setImmediate(() => { try { callback(null, value) } catch (error) { callback(error) } }), true)
    env.addFilter('now', (value, callback) => callback(null, value), true)
  },
  locals: VALUES.map((value) => () => ({ x: value(), key: 'm', o: { y: '<y>', undefined: { y: '<u>' } } })),
  /** Locals whose getter renders the macro that reads it. */
  rendering () {
    let macro
    const second = { name: '2', deep: { name: '<deep>' } }
    return { keep (given) { macro = given }, first: { get name () { return `1${macro(second)}` }, deep: second } }
  },
  runtime,
  nested: () => ({ x: { n: 1 }, f: (x) => x })
}
