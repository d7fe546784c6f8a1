'use strict'

const TOKEN = /\{\{(?<code>.*?)\}\}|<(?<end>\/?)(?<name>!?\w+)(?<attributes>(?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(?<closed>\/?)>|[^]/g
const ATTRIBUTE = /([\w:-]+)(?:="(?:\{\{(.*?)\}\}|([^"]*))")?/g
const VOID = ['meta', 'link', 'input']

/**
 * Writes a view in Pug, with an element, a text or a tag on each line. Omits white space between elements, as in
 * handwritten Pug, unless the source has `{{space}}`. A view that is included with a value becomes a mixin.
 */
function write (source, { name, argument }) {
  if (argument !== undefined) return `mixin ${name}(${argument})\n${indent(print(source))}`
  const mixins = [...source.matchAll(/\{\{include (\S+) \S+\}\}/g)].map(([, mixin]) => `include ${mixin}\n`)
  return mixins.join('') + print(source)
}

function extend (content) {
  const [, mixins, rest] = /^((?:include \S+\n)*)([^]*)$/.exec(content)
  return `extends layout\n${mixins}\nblock content\n${indent(rest)}`
}

function indent (lines) {
  return lines.replace(/^(?=.)/gm, '  ')
}

function print (source) {
  const printer = new Printer()
  for (const { 0: token, groups: { code, end, name, attributes, closed } } of source.matchAll(TOKEN)) {
    if (code !== undefined) printer.tag(code)
    else if (name === undefined || (printer.isStyle && name !== 'style')) printer.text += token
    else if (end) printer.close()
    else if (name === '!DOCTYPE') printer.line('doctype html')
    else printer.element(name, attributes, closed || VOID.includes(name))
  }
  printer.endText()
  return printer.lines.join('')
}

class Printer {
  lines = []
  depth = 0
  text = ''
  isStyle = false

  line (line) {
    this.endText()
    this.lines.push(`${'  '.repeat(this.depth)}${line}\n`)
  }

  open (line) {
    this.line(line)
    this.depth++
  }

  close () {
    this.endText()
    this.isStyle = false
    this.depth--
  }

  element (name, attributes, isEmpty) {
    const list = [...attributes.matchAll(ATTRIBUTE)].map(([, key, code, value]) => {
      if (code !== undefined) return `${key}=${code}`
      return value === undefined ? key : `${key}="${value}"`
    })
    this.isStyle = name === 'style'
    this.open(name + (list.length > 0 ? `(${list.join(', ')})` : '') + (this.isStyle ? '.' : ''))
    if (isEmpty) this.close()
  }

  tag (code) {
    const [word, name, ...rest] = code.split(' ')
    switch (word) {
      case 'space': this.text += SPACE; break
      case 'each': this.open(`each ${name} in ${rest[1]}`); break
      case 'if': this.open(`if ${name}`); break
      case 'some': this.open(`if ${name}.length`); break
      case 'end': this.close(); break
      case 'include': this.line(rest.length === 0 ? `include ${name}` : `+${name}(${rest[0]})`); break
      case 'text': this.line(`include /${name}.html`); break
      case 'block': this.line('block content'); break
      default: this.text += `#{${code}}`
    }
  }

  endText () {
    const text = this.text
    this.text = ''
    if (text.trim() === '') return
    if (this.isStyle) for (const line of text.trim().split('\n')) this.lines.push(`${'  '.repeat(this.depth)}${line}\n`)
    else this.lines.push(`${'  '.repeat(this.depth)}| ${text.replaceAll(SPACE, ' ')}\n`)
  }
}

/** Marks white space to keep; no other text has this character. */
const SPACE = '\0'

module.exports = { extension: 'pug', write, extend }
