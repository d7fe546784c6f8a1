'use strict'

const DOUBLE_QUOTE = 34

/** What a string in single quotes has in double quotes. */
const REQUOTED = { "'": '"', "\\'": "'", '"': '\\"' }

/** Why an engine renders a template whose generated code is not as the dialect expects, or is not parsed. */
const UNKNOWN_SHAPE = 'compiles to code of an unknown shape'
const UNKNOWN_SYNTAX = 'uses JavaScript syntax that the parser does not support'

/** A node of a syntax tree, which lacks what `Object.prototype` has: `__proto__: null` in a literal is slower. */
function Node (start) {
  this.type = ''
  this.start = start
  this.end = 0
}
Object.setPrototypeOf(Node.prototype, null)

/** Made at the first use: apps whose templates need no parser never load acorn. */
let Parser

function createParser () {
  const acorn = require('acorn')
  return class extends acorn.Parser {
    startNode () {
      return new Node(this.start)
    }

    startNodeAt (start) {
      return new Node(start)
    }

    copyNode (node) {
      return Object.assign(new Node(node.start), node)
    }

    /**
     * Reads a string. Static text is long, and acorn reads each character by itself, in code that V8 has not optimized
     * yet: without this, a process's first view takes 1.16 times as long (EJS, Node 20, `npm run bench:compare cold`).
     */
    readString (quote) {
      const { input, pos } = this
      const end = endOfString(input, pos)
      const text = readJson(quote === DOUBLE_QUOTE ? input.slice(pos, end) : requoted(input.slice(pos, end)))
      if (text === undefined) return super.readString(quote)
      this.pos = end
      return this.finishToken(acorn.tokTypes.string, text)
    }
  }
}

/** @returns {number} the position after a string; a later one if it ends with a backslash, 0 if there is none */
function endOfString (text, start) {
  let last = start
  do last = text.indexOf(text[start], last + 1)
  while (text[last - 1] === '\\')
  return last + 1
}

/** @returns {string} a string in double instead of single quotes */
function requoted (string) {
  return string.replace(/\\'|['"]/g, (found) => REQUOTED[found])
}

/** @returns {string | undefined} `undefined` if the text is not JSON, which JavaScript reads in the same way */
function readJson (text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns {object | undefined} a script's tree; nothing if its syntax is unknown to acorn, or nested too deeply */
function parse (text) {
  Parser ??= createParser()
  try {
    return Parser.parse(text, { __proto__: null, ecmaVersion: 'latest', sourceType: 'script' })
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

/** Runs code, and returns its result. @param {object} [names] the variables of the code, by name */
function evaluate (source, names = {}) {
  return new Function(...Object.keys(names), source)(...Object.values(names)) // eslint-disable-line no-new-func
}

module.exports = { UNKNOWN_SHAPE, UNKNOWN_SYNTAX, evaluate, parse }
