'use strict'

const fs = require('node:fs')
const pug = require('pug')
const corpus = require('../../corpus/pug')
const { pug: POSITIONS } = require('./positions')
const { FILES, locals, template } = require('./pug-arbitrary')
const { outcome } = require('../../support/outcome')
const { templatesOf } = require('../../support/templates-of')
const { viewFolder } = require('../../support/view-folder')

const FILLER = 'lorem ipsum '.repeat(30)
const OVERFLOW = 'Maximum call stack size exceeded'

const below = (calls, fn) => calls === 0 ? fn() : below(calls - 1, fn)

/**
 * Whether a mixin has called itself until the stack was full. How deep it gets depends on the
 * stack, and so does a page that catches that error by itself.
 */
async function endsWithStack (expected, { error }, { page }, side) {
  if (expected.error?.message.includes(OVERFLOW)) return error.message.includes(OVERFLOW)
  if (!page.includes('- try {')) return false
  const { output } = await outcome(() => below(500, () => side.page(locals())))
  return output !== expected.output
}

const call = (fn, name) => fn ? `${fn}(${name})` : name

/** @type {import('../suite').Language} */
module.exports = {
  engines: [{ version: '3', engine: pug }],
  corpus,
  usualSettings: [{}],
  otherSettings: [
    { compileDebug: false }, { compileDebug: true, pretty: true }, { inlineRuntimeFunctions: true },
    { doctype: 'html', compileDebug: false, pretty: '\t' }
  ],
  folderOf: ({ page, files }) => viewFolder({ 'page.pug': page, ...files }),
  open ({ engine, folder, example, setting }) {
    const file = folder.file('page.pug')
    const options = { ...setting, ...example.options, ...(example.options?.basedir === '' && { basedir: folder.file('') }) }
    const templates = templatesOf('pug', engine, options)
    let compiled
    return {
      view: { filename: file, engine, options },
      // As `pug.renderFile` renders when options and locals are kept apart.
      page (locals) {
        compiled ??= engine.compile(fs.readFileSync(file, 'utf8'), { ...options, filename: file })
        locals.filename = file
        return compiled(locals) ?? ''
      },
      template: () => templates.load(file)
    }
  },
  generated: [{
    name: 'templates',
    runs: 2000,
    pages: 0.25,
    spliced: 0.12,
    examples: () => template().map(({ source, options }) => ({ page: source, files: FILES, options, locals: [locals] }))
  }],
  explains: endsWithStack,
  rewritten: (long) => ({ 'a mixin': { page: `p ${long}\nmixin m(y)\n  b= y\n  p ${long}\neach x in list\n  p= x\n  p!= x\n+m(title)\np(title=title class=title)= typeof y` } }),
  promises: {
    extension: 'pug',
    print: ({ raw, fn, name }) => `| ${raw ? '!' : '#'}{${call(fn, name)}}`,
    test: ({ fn, name }) => `if ${call(fn, name)}\n  | y\nelse\n  | n`,
    each: ({ name }) => `each one in [].concat(${name})\n  | (#{one})`,
    other: ({ name }) => `a(title=${name} class=${name})\ninclude part.pug`,
    parts: { 'part.pug': 'b= bio' },
    open: (folder, functions) => ({ functions, render: (file, locals) => pug.renderFile(file, locals) })
  },
  escaping: {
    settings: [{ text: `| ${FILLER}\n` }, { text: '' }],
    example: ({ text }, position) => ({ page: `${text}${POSITIONS[position]}\n${text}`, options: { compileDebug: false } }),
    positions: Object.keys(POSITIONS),
    locals: (x) => ({ x })
  }
}
