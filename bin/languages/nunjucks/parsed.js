'use strict'

const { offsetOf } = require('../positions')
const { templateClassOf } = require('../../../lib/dialects/nunjucks/nunjucks-internals')

/**
 * @typedef {{ start: number, end: number }} Place in the source
 */

/**
 * A template as parsed by Nunjucks itself. Nodes have at most a start, so positions come from the
 * tokens that the parser read for them.
 */
class Parsed {
  /** @param {object} env an environment of Nunjucks. @throws the error of Nunjucks if it cannot parse the template */
  constructor (source, env) {
    this.source = source
    /** @type {({ type: string } & Place)[]} */
    this.tokens = []
    /**
     * The indexes of the first and last token of each statement.
     *
     * @type {Map<object, { first: number, last: number }>}
     */
    this.statements = new Map()
    const { Parser, lexer } = parserOf(env)
    const parser = new Parser(this.tokenizer(lexer, env))
    parser.extensions = env.extensionsList
    parser.parseStatement = () => this.parseStatement(parser, Parser)
    this.root = parser.parseAsRoot()
    /** The indexes of the tokens, by their start in the source. */
    this.indexes = new Map(this.tokens.map(({ start }, index) => [start, index]))
  }

  tokenizer (lexer, { opts }) {
    const { source, tokens } = this
    const tokenizer = lexer.lex(source, opts)
    const { nextToken } = tokenizer
    this.at = offsetOf(source, /\n/g)
    tokenizer.nextToken = () => {
      const token = nextToken.call(tokenizer)
      const start = token && this.at(token.lineno, token.colno)
      // The method calls itself to skip white space.
      if (token && tokens.at(-1)?.start !== start) {
        tokens.push({ type: token.type, start, end: start + token.value.length })
      }
      return token
    }
    return tokenizer
  }

  parseStatement (parser, Parser) {
    const first = this.tokens.length - 1
    const node = Parser.prototype.parseStatement.call(parser)
    if (node) this.statements.set(node, { first, last: this.tokens.length - 1 })
    return node
  }

  /** @returns {boolean} whether it is a tag `{% … %}` with its content */
  isStatement (node) {
    return this.statements.has(node)
  }

  /** @param {object} node a statement. @returns {Place | undefined} from its opening tag to its closing tag */
  statement (node) {
    const { first, last } = this.statements.get(node) ?? {}
    return first === undefined ? undefined : { start: this.tokens[first].start, end: this.tokens[last].end }
  }

  /** @param {object} node a statement. @returns {Place | undefined} that of its opening tag */
  tag (node) {
    return this.placeFrom(this.statements.get(node)?.first, 'block-end')
  }

  /** @param {object} node a printed value. @returns {Place | undefined} that of `{{ … }}` */
  output ({ lineno, colno }) {
    return this.placeFrom(this.indexes.get(this.at(lineno, colno)), 'variable-end')
  }

  /**
   * @param {number | undefined} first the index of a token
   * @returns {Place | undefined} from that token to the next of the type
   */
  placeFrom (first, type) {
    const last = this.tokens.findIndex((token, index) => index > first && token.type === type)
    return last === -1 ? undefined : { start: this.tokens[first].start, end: this.tokens[last].end }
  }

  /** @param {object} node a text, without omitted white space */
  text ({ lineno, colno, value }) {
    const token = this.tokens[this.indexes.get(this.at(lineno, colno))]
    if (token === undefined) return
    // The text of `{% raw %}` has the position of the tag's end.
    const start = this.source.indexOf(value, token.type === 'block-end' ? token.end : token.start)
    return start === -1 ? undefined : { start, end: start + value.length }
  }
}

/** Gets the parser and the lexer of Nunjucks, which an environment passes only to the tags of extensions. */
function parserOf (env) {
  let internals
  const parse = (parser, nodes, lexer) => {
    internals = { Parser: parser.constructor, lexer }
    parser.nextToken()
    parser.advanceAfterBlockEnd('spy')
    return new nodes.NodeList()
  }
  const Template = templateClassOf(env)
  const spying = Object.create(env, { opts: { value: {} }, extensionsList: { value: [{ tags: ['spy'], parse }] } })
  return new Template('{% spy %}', spying, '', true) && internals
}

module.exports = { Parsed }
