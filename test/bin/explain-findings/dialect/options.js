'use strict'

const path = require('node:path')
const { StaticFragment } = require('buffered-render/template')

const write = (out, part) => {
  if (typeof part === 'string') out.text += part
  else out.fragment(part)
}

/** Writes a file, followed by the file that its first line names. */
const below = {
  name: 'below',
  extensions: ['.txt'],
  compile (source, { filename, load }) {
    console.log('compiled')
    const [, name, text] = /^(?:> (.*)\n)?([^]*)$/.exec(source)
    const part = StaticFragment.from(text)
    const other = name && load(path.join(filename, '..', name))
    return async (out, locals) => {
      console.log('rendered')
      if (/throw/.test(text)) throw text
      write(out, part)
      if (other) out.splice(await other.render(locals))
    }
  }
}

const explained = {
  ...below,
  name: 'explained',
  explain: (source, { locals }) => ({ spans: [{ start: 0, end: 4, kind: 'dynamic' }], engineFallback: 'has ' + Object.keys(locals ?? {}) })
}

module.exports = { engines: { txt: below, xpl: explained } }
