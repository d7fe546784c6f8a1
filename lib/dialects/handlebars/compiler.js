'use strict'

const { StaticFragment } = require('../../template/static-fragment')
const { includes } = require('./builtins')
const { Programs, indexOf } = require('./programs')
const { ALWAYS, MOSTLY, NEVER_SURE, isStatement, mayBeNumber, runsOf, synced, writeRuns } = require('./sum')

/**
 * Derives a compiler from the engine's whose programs write to the splicer
 * `__br.state.out` and return ''. Program i of the engine is number
 * `count + i` here; what user code gets to see is always the engine's.
 *
 * @param {object} env
 * @param {{ count: number, blocks: number }} setup how many programs the template
 *   has, and which block helpers are Handlebars' own
 * @returns {{ Compiler: Function, fragments: StaticFragment[], programs: Programs }} the
 *   rest is filled as it compiles
 */
function createCompiler ({ JavaScriptCompiler }, { count, blocks }) {
  const fragments = []
  const programs = new Programs(count)

  class Compiler extends JavaScriptCompiler {
    get compiler () {
      return Compiler
    }

    preamble () {
      super.preamble()
      this.run = { isEmpty: true, isString: NEVER_SURE }
      this.isFirstRun = true
      this.sumWaits = false
      this.traits = { isString: NEVER_SURE, splices: false }
      this.block = undefined

      const { functionCall } = this.source
      this.source.functionCall = (fn, type, params) => fn === 'container.invokePartial' && this.block !== undefined
        ? functionCall.call(this.source, this.isOpen ? '(sum === "" ? __br.partial : __br.textPartial)' : '__br.partial', type, ['container', ...params])
        : functionCall.call(this.source, fn, type, params)
    }

    compile (environment, options, context, asObject) {
      const compiled = super.compile(environment, options, context, asObject)
      if (this.isChild) programs.traits[environment.index] = this.traits
      else programs.main = this.traits
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
      if (this.isFirstRun) this.sumWaits = this.run.isString === MOSTLY
      this.isFirstRun = false
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
      if (isString === ALWAYS) this.sumWaits = false
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
        const write = this.isOpen ? ['sum = __br.add(out, sum, ', local, ')'] : ['__br.raw(out, ', local, ')']
        this.pushSource(['if (', local, ' != null) { ', ...synced(...write), ' }'])
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
      return !this.pendingContent && (this.sumWaits || this.run.isString === MOSTLY)
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
      const fn = programs.traitsOf(options.fn)
      const inverse = programs.traitsOf(options.inverse)
      block.isBlock = true
      block.isString = Math.min(inverse.isString, joins ? ALWAYS : fn.isString)
      block.splices = this.canSplice(block.isString)
      if (!block.splices) return
      options.fn = programs.spliced(options.fn, this.isOpen)
      options.inverse = programs.spliced(options.inverse, this.isOpen)
    }

    ambiguousBlockValue () {
      if (!includes(blocks, 'blockHelperMissing')) return super.ambiguousBlockValue()

      const params = [this.contextName(0)]
      const { fn, inverse } = this.setupParams('', 0, params)
      this.flushInline()
      const { isOpen } = this
      const current = this.topStack()
      const splices = programs.traitsOf(fn).splices || programs.traitsOf(inverse).splices
      const options = splices ? `__br.withPrograms(options, ${programs.spliced(fn, isOpen)}, ${programs.spliced(inverse, isOpen)}, ${indexOf(fn)})` : 'options'
      const call = this.source.functionCall(this.aliasable('container.hooks.blockHelperMissing'), 'call', [params[0], current, options])
      const set = [current, ' = ', call]
      this.pushSource(['if (!', this.lastHelper, ') { ', ...splices ? synced(...set) : set, '}'])
    }

    invokePartial (isDynamic, name, indent) {
      if (this.canSplice(MOSTLY)) {
        this.block = { isString: MOSTLY, splices: true, take: (options) => { if (options.fn) options.fn = programs.dual(options.fn) } }
      }
      super.invokePartial(isDynamic, name, indent)
      this.block ??= { isString: MOSTLY, splices: false }
    }

    registerDecorator (paramSize, name) {
      this.block = { take: (options) => { if (options.fn) options.fn = programs.dual(options.fn) } }
      super.registerDecorator(paramSize, name)
      this.block = undefined
    }

    mergeSource (varDeclarations) {
      const lines = []
      this.source.each((line) => lines.push(line))
      const runs = runsOf(lines)
      this.judge(runs)

      const returnsSum = this.traits.isString === MOSTLY
      return this.source.wrap([
        `var out = __br.state.out, text = out.text, sum = "", body = __br.state.body && __br.state.body.text, value${varDeclarations};\n`,
        ...writeRuns(runs, returnsSum),
        `  out.text = text;\n  return ${returnsSum ? 'sum' : '""'};\n`
      ])
    }

    /**
     * Sets the traits that take all of the program to tell.
     *
     * @param {object[][]} runs
     */
    judge (runs) {
      if (runs.length === 0 || isStatement(runs[0])) {
        this.traits.isString = this.environment.isSimple && runs.length > 0 ? NEVER_SURE : ALWAYS
      } else if (runs.length > 1 && mayBeNumber(runs[0])) {
        // What comes first may be a number, to which Handlebars adds the rest.
        this.traits.isString = NEVER_SURE
        this.traits.splices = false
      }
    }
  }

  return { Compiler, fragments, programs }
}

module.exports = { createCompiler }
