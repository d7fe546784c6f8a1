'use strict'

const { StaticFragment } = require('../../template/static-fragment')
const { includes } = require('./builtins')

/**
 * Whether something is a string in Handlebars, which adds values by `+`: two
 * numbers side by side give their sum, and a sum is a string as soon as one part
 * is. What a partial gives nearly always is; that it was not shows at run time.
 */
const NEVER_SURE = 0
const MOSTLY = 1
const ALWAYS = 2

/**
 * What is known of a program.
 *
 * @typedef {object} Traits
 * @property {number} isString what it returns in Handlebars, one of the above
 * @property {boolean} splices it is worth to be called for what it writes
 */

/** A program that does nothing. @type {Traits} */
const NOOP = { isString: ALWAYS, splices: false }

/**
 * Derives a compiler from the engine's whose programs write to the splicer
 * `__br.state.out` and return ''. Program i of the engine is number
 * `count + i` here; what user code gets to see is always the engine's.
 *
 * @param {object} env
 * @param {{ count: number, blocks: number }} setup how many programs the template
 *   has, and which block helpers are Handlebars' own
 * @returns {{ Compiler: Function, fragments: StaticFragment[], traits: Traits[],
 *   decorators: Set<string> }} the rest is filled as it compiles: the main program's
 *   traits are last
 */
function createCompiler ({ JavaScriptCompiler }, { count, blocks }) {
  const fragments = []
  const traits = []
  const decorators = new Set()

  class Compiler extends JavaScriptCompiler {
    get compiler () {
      return Compiler
    }

    preamble () {
      super.preamble()
      this.run = { isEmpty: true, isString: NEVER_SURE }
      this.traits = { isString: NEVER_SURE, splices: false }
      this.block = undefined

      const { functionCall } = this.source
      this.source.functionCall = (fn, type, params) => fn === 'container.invokePartial' && this.block !== undefined
        ? functionCall.call(this.source, this.isOpen ? '(sum === "" ? __br.partial : __br.textPartial)' : '__br.partial', type, ['container', ...params])
        : functionCall.call(this.source, fn, type, params)
    }

    compile (environment, options, context, asObject) {
      const compiled = super.compile(environment, options, context, asObject)
      traits[this.isChild ? environment.index : count] = this.traits
      return compiled
    }

    pushSource (source) {
      if (this.pendingContent) {
        const part = StaticFragment.from(this.pendingContent)
        this.pendingContent = undefined
        if (typeof part === 'string') this.pushOperand('text', [this.quotedString(part)], ALWAYS)
        else this.pushOperand('fragment', [`__br.fragments[${fragments.push(part) - 1}]`], ALWAYS)
      }
      if (!source) return
      this.source.push(source)
      this.run = { isEmpty: true, isString: NEVER_SURE }
    }

    /**
     * @param {'text' | 'fragment' | 'escaped' | 'value' | 'splice'} kind
     * @param {unknown} code
     * @param {number} isString
     */
    pushOperand (kind, code, isString) {
      const line = this.source.wrap(code)
      line.operand = { kind, isString }
      this.source.push(line)
      this.run = { isEmpty: false, isString: Math.max(this.run.isString, isString) }
      this.traits.isString = Math.max(this.traits.isString, isString)
      this.traits.splices ||= kind !== 'text' && kind !== 'escaped'
    }

    /** Lets the static text before it come first. */
    pushSegment (kind, code, isString) {
      if (this.pendingContent) this.pushSource('')
      this.pushOperand(kind, code, isString)
    }

    append () {
      const block = this.block
      this.block = undefined
      if (this.isInline()) {
        this.replaceStack((current) => [' != null ? ', current, ' : ""'])
        this.pushSegment(block?.splices ? 'splice' : 'value', [this.popStack()], block?.isString ?? NEVER_SURE)
      } else {
        const local = this.popStack()
        this.pushSource(['if (', local, ' != null) { ', ...synced('__br.raw(out, ', local, ')'), ' }'])
        this.traits.splices = true
      }
    }

    appendEscaped () {
      this.pushSegment('escaped', [this.aliasable('container.escapeExpression'), '(', this.popStack(), ')'], ALWAYS)
    }

    /**
     * Whether a part can be written before the next is evaluated: nothing that is
     * not a string waits to be added to it.
     *
     * @param {number} isString
     * @returns {boolean}
     */
    canSplice (isString) {
      if (this.pendingContent) return true
      return (this.run.isEmpty ? isString : this.run.isString) !== NEVER_SURE
    }

    /** Whether that is only known when the page is rendered. */
    get isOpen () {
      return !this.pendingContent && this.run.isString === MOSTLY
    }

    setupParams (helper, paramSize, params) {
      const { block } = this
      const options = super.setupParams(helper, paramSize, params)
      if (block !== undefined) block.take(options)
      return options
    }

    invokeKnownHelper (paramSize, name) {
      if (includes(blocks, name)) this.block = { take: (options) => this.takeBlock(options, name === 'each') }
      super.invokeKnownHelper(paramSize, name)
      if (this.block?.isBlock !== true) this.block = undefined
    }

    blockValue (name) {
      if (includes(blocks, 'blockHelperMissing')) this.block = { take: (options) => this.takeBlock(options, false) }
      super.blockValue(name)
    }

    /**
     * @param {{ fn?: string, inverse?: string }} options of a helper's call
     * @param {boolean} joins the helper makes a string of what `fn` returns
     */
    takeBlock (options, joins) {
      const { block } = this
      if (options.fn === undefined) return
      const fn = traitsOf(options.fn)
      const inverse = traitsOf(options.inverse)
      block.isBlock = true
      block.isString = Math.min(inverse.isString, joins ? ALWAYS : fn.isString)
      block.splices = this.canSplice(block.isString)
      if (!block.splices) return
      options.fn = spliced(options.fn, this.isOpen)
      options.inverse = spliced(options.inverse, this.isOpen)
    }

    ambiguousBlockValue () {
      if (!includes(blocks, 'blockHelperMissing')) return super.ambiguousBlockValue()

      const params = [this.contextName(0)]
      const { fn, inverse } = this.setupParams('', 0, params)
      this.flushInline()
      const current = this.topStack()
      const splices = traitsOf(fn).splices || traitsOf(inverse).splices
      const options = splices ? `__br.withPrograms(options, ${spliced(fn)}, ${spliced(inverse)}, ${indexOf(fn)})` : 'options'
      const call = this.source.functionCall(this.aliasable('container.hooks.blockHelperMissing'), 'call', [params[0], current, options])
      const set = [current, ' = ', call]
      this.pushSource(['if (!', this.lastHelper, ') { ', ...splices ? synced(...set) : set, '}'])
    }

    invokePartial (isDynamic, name, indent) {
      if (this.canSplice(MOSTLY)) {
        this.block = { isString: MOSTLY, splices: true, take: (options) => { if (options.fn) options.fn = dual(options.fn) } }
      }
      super.invokePartial(isDynamic, name, indent)
      this.block ??= { isString: MOSTLY, splices: false }
    }

    registerDecorator (paramSize, name) {
      decorators.add(name)
      this.block = { take: (options) => { if (options.fn) options.fn = dual(options.fn) } }
      super.registerDecorator(paramSize, name)
      this.block = undefined
    }

    mergeSource (varDeclarations) {
      const lines = []
      this.source.each((line) => lines.push(line))
      const runs = runsOf(lines)
      const isStatement = ([line]) => line.operand === undefined
      if (runs.length === 0 || isStatement(runs[0])) {
        this.traits.isString = this.environment.isSimple && runs.length > 0 ? NEVER_SURE : ALWAYS
      } else if (runs.length > 1 && runs[0].every(({ operand }) => operand.isString === NEVER_SURE)) {
        // What comes first may be a number, to which Handlebars adds the rest.
        this.traits.isString = NEVER_SURE
        this.traits.splices = false
      }

      const returnsSum = runs.length === 1 && this.traits.isString === MOSTLY
      const code = [`var out = __br.state.out, text = out.text, sum = "", body = __br.state.body && __br.state.body.text, value${varDeclarations};\n`]
      runs.forEach((run, i) => {
        const isSum = i === 0 || i < runs.length - 1
        code.push(...isStatement(run) ? ['  ', run[0], '\n'] : assemble(run, { isSum, returnsSum }))
      })
      code.push(`  out.text = text;\n  return ${returnsSum ? 'sum' : '""'};\n`)
      return this.source.wrap(code)
    }
  }

  /**
   * @param {string} program an expression that makes one
   * @returns {Traits}
   */
  function traitsOf (program) {
    const index = indexOf(program)
    return index === undefined ? NOOP : traits[index]
  }

  /**
   * @param {string} program
   * @param {boolean} [isOpen]
   * @returns {string} an expression for the one that writes, if it is worth it; where
   *   it is open, if no sum waits
   */
  function spliced (program, isOpen) {
    if (!traitsOf(program).splices) return program
    return program.replace(PROGRAM, (_, start, index) => start + (isOpen ? `sum === "" ? ${Number(index) + count} : ${index}` : Number(index) + count))
  }

  /**
   * @param {string} program
   * @returns {string} an expression for one that can do both
   */
  function dual (program) {
    const { isString, splices } = traitsOf(program)
    return splices && isString !== NEVER_SURE ? `__br.dual(${program}, ${spliced(program)})` : program
  }

  return { Compiler, fragments, traits, decorators }
}

const PROGRAM = /^(container\.program\()(\d+)/

/**
 * @param {string} program an expression
 * @returns {number | undefined} the program's number; nothing for the one that does nothing
 */
function indexOf (program) {
  const match = PROGRAM.exec(program)
  return match ? Number(match[2]) : undefined
}

/**
 * @param {object[]} lines
 * @returns {object[][]} operands that Handlebars adds in one expression, and
 *   statements one by one
 */
function runsOf (lines) {
  const runs = []
  let open
  for (const line of lines) {
    if (line.operand === undefined) {
      runs.push([line])
      open = undefined
    } else if (open) {
      open.push(line)
    } else {
      runs.push(open = [line])
    }
  }
  return runs
}

/**
 * @param {...unknown} code of an expression that may write to `out`
 * @returns {unknown[]} statements around it, since the text since the last chunk
 *   is in a variable
 */
function synced (...code) {
  return ['out.text = text; ', ...code, '; text = out.text;']
}

/**
 * @param {object[]} run operands
 * @param {object} place
 * @param {boolean} place.isSum Handlebars adds them up before it adds the sum to
 *   its string: all runs but the last, which is added one by one
 * @param {boolean} place.returnsSum what waits at the end is left for the program to return
 * @returns {unknown[]} statements that write them
 */
function assemble (run, { isSum, returnsSum }) {
  const code = []
  const length = isSum ? leading(run) : 0
  const settled = isSum ? settledFrom(run, length) : 0
  if (length > 0) code.push('  text += ', ...run.slice(0, length).flatMap((line, i) => i === 0 ? [line] : [' + ', line]), ';\n')
  for (const line of run.slice(length, settled)) {
    const before = line === run[0] ? 'undefined' : 'sum'
    code.push('  ', ...synced(`sum = __br.add(out, ${before}, `, line, ')'), '\n')
  }
  if (settled > length && !(returnsSum && settled === run.length)) code.push('  if (sum !== "") { text += sum; sum = ""; }\n')
  return code.concat(writeAll(run.slice(settled)))
}

/**
 * @param {object[]} operands that follow a string, to which each is added
 * @returns {unknown[]} statements
 */
function writeAll (operands) {
  const code = []
  let adding = []
  const flush = () => {
    if (adding.length > 0) code.push('  text = text', ...adding.flatMap((line) => [' + ', line]), ';\n')
    adding = []
  }
  for (const line of operands) {
    const { kind } = line.operand
    if (kind === 'text' || kind === 'escaped') {
      adding.push(line)
    } else {
      flush()
      code.push(...write(kind, line))
    }
  }
  flush()
  return code
}

/**
 * @param {'fragment' | 'value' | 'splice'} kind
 * @param {object} line
 * @returns {unknown[]} a statement
 */
function write (kind, line) {
  if (kind === 'fragment') return ['  ', ...synced('out.fragment(', line, ')'), '\n']
  if (kind === 'splice') return ['  ', ...synced('__br.raw(out, ', line, ')'), '\n']
  const other = synced('__br.raw(out, value)')
  return ['  value = ', line, ';\n  if (typeof value === "string" && value !== body) text += value; else { ', ...other, ' }\n']
}

/**
 * @param {object[]} run
 * @returns {number} how many operands at its start are to be added up before
 *   they are written: those that may not be strings, with the first that is one
 */
function leading (run) {
  const first = run.findIndex(({ operand }) => operand.isString !== NEVER_SURE)
  if (first === 0) return 0
  if (first === -1) return run.length === 1 ? 0 : run.length
  const { kind } = run[first].operand
  if (kind === 'fragment') return first === 1 ? 0 : first
  return first === 1 && kind === 'text' ? 0 : first + 1
}

/**
 * @param {object[]} run
 * @param {number} from
 * @returns {number} where the operands end that are mostly strings, and those
 *   that would be added to them if they were not
 */
function settledFrom (run, from) {
  if (from > 0 || run[0].operand.isString !== MOSTLY) return from
  const sure = run.findIndex(({ operand }) => operand.isString === ALWAYS)
  return sure === -1 ? run.length : sure
}

module.exports = { createCompiler }
