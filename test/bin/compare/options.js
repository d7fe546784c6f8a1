'use strict'

// Languages in which `[name]` prints a local and `[!name]` throws. Each process that loads this module records its id.

const fs = require('node:fs')
const path = require('node:path')

fs.appendFileSync(path.join(__dirname, 'pids'), process.pid + '\n')
console.log('options loaded')

const fill = (source, locals) => source.replace(/\[(!?)(\w+)\]/g, (_, bang, name) => {
  if (bang) throw new RangeError(name + ' is out of range')
  return locals[name]
})

let renders = 0

/** The function ours renders for this library, engine for the engine. */
const language = (name, ours, engine = ours, rest = {}) => ({
  name,
  extensions: ['.' + name],
  compile: (source) => (out, locals) => { out.text += ours(source, locals) },
  byEngine (filename) {
    const source = fs.readFileSync(filename, 'utf8')
    return (locals) => engine(source, locals)
  },
  ...rest
})

const languages = [
  language('same', fill, async (source, locals) => {
    console.log('rendered')
    return fill(source, locals)
  }),
  language('differs', fill, (source, locals) => fill(source, locals).replace('é', 'è'), {
    compile: (source) => (out, locals) => {
      out.engineFallback = 'has frozen text'
      out.text += fill(source, locals)
    }
  }),
  language('ours-throws', fill, (source) => source),
  language('broken', fill, fill, { compile () { throw new RangeError('bad is out of range') } }),
  language('throws-late', (source) => {
    if (++renders > 10) throw new RangeError('10 is the most')
    return source
  }, (source) => source),
  language('endless', fill, () => {
    fs.writeFileSync(path.join(__dirname, 'busy'), '')
    for (;;);
  }),
  language('dies', fill, () => process.exit(7)),
  language('without', fill, fill, { byEngine: undefined }),
  language('missing', fill, fill, { package: 'no-such-engine' })
]

module.exports = { engines: Object.fromEntries(languages.map((each) => [each.name, each])) }
