'use strict'

const fs = require('node:fs')
const path = require('node:path')

const fail = (message) => { throw new RangeError(message) }
const OURS = {
  page: (text) => text,
  last: (text) => text.slice(0, -1) + 'e',
  throws: () => fail('ours\u001b'),
  both: () => fail('ours'),
  hangs: () => new Promise(() => {}),
  'alone-hangs': (text) => text
}
const cup = {
  name: 'cup',
  extensions: ['.cup'],
  compile: (source, { filename }) => (out) => {
    const page = OURS[path.parse(filename).name](source)
    if (page.then) return page
    out.text += page
  }
}
const byEngine = (file) => () => {
  const { name } = path.parse(file)
  if (name === 'both') fail('alone')
  return name === 'alone-hangs' ? new Promise(() => {}) : fs.readFileSync(file, 'utf8')
}
module.exports = { engines: { cup, tea: { ...cup, name: 'tea', extensions: ['.tea'], byEngine } } }
