'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { OURS, OUT } = require('../shared/names')
const { BLOCKS } = require('./builtins')
const { CONTEXT, OPTIONS, TEXT, VALUE, mayAdd, runsOf, synced, writeRun } = require('./operands')

const DEFAULT = { kind: 'value', isString: false }

/** Matches an expression that creates a program, and its number. */
const PROGRAM = /^(container\.program\()(\d+)/

/**
 * @typedef {object} Traits of a compiled program
 * @property {boolean} isString whether Handlebars' program returns a string for any values
 * @property {boolean} splices whether it writes anything besides text and strings
 * @property {boolean} [adds] whether it may add numbers, which is left to Handlebars' program
 */

/** Traits of an empty program. @type {Traits} */
const NOOP = { isString: true, splices: false }

/** What is known of the programs of one template. The compiler of each program adds to it. */
class Programs {
  /** @param {number} count how many programs the engine has besides the main one: program i is `count + i` here */
  constructor (count) {
    this.count = count
    /** @type {StaticFragment[]} */
    this.fragments = []
    /** By the number of a program or `main`. @type {Record<string, Traits>} */
    this.traits = { __proto__: null }
  }

  traitsOf (program) {
    return this.traits[indexOf(program)] ?? NOOP
  }

  /** Returns an expression for the program that writes to the page, if that splices. */
  spliced (program) {
    if (!this.traitsOf(program).splices) return program
    return program.replace(PROGRAM, (_, start, index) => start + (Number(index) + this.count))
  }

  /** Returns an expression for the program of a block, whose helper gets text once it may be one of the app. */
  ofBlock (program) {
    const spliced = this.spliced(program)
    return spliced === program ? program : `(${OURS}.state.isTouched ? ${program} : ${spliced})`
  }

  /** Lets a call have a program that can do both. */
  makeDual (options) {
    const { isString, splices } = this.traitsOf(options.fn)
    if (splices) options.fn = `${OURS}.dual(${options.fn}, ${this.spliced(options.fn)}, ${isString})`
  }
}

/**
 * Derives a compiler whose programs write to the splicer `state.out` and return ''. User code sees the engine's only.
 *
 * @param {Programs} programs filled during compilation
 */
function createCompiler ({ JavaScriptCompiler }, programs) {
  return class Compiler extends callingCompiler(writingCompiler(JavaScriptCompiler)) {
    get compiler () {
      return Compiler
    }

    get programs () {
      return programs
    }
  }
}

/** A compiler whose programs write what they print. */
const writingCompiler = (JavaScriptCompiler) => class extends JavaScriptCompiler {
  preamble () {
    super.preamble()
    this.splices = false
    this.operand = DEFAULT

    const { functionCall } = this.source
    this.source.functionCall = (fn, type, params) => fn === 'container.invokePartial'
      ? this.callOfPartial(params)
      : functionCall.call(this.source, fn, type, params)
  }

  /** The program itself calls the partial: a function between them would halve how deep partials can nest. */
  callOfPartial ([partial, context, options]) {
    this.useRegister(CONTEXT)
    this.useRegister(OPTIONS)
    const given = `${VALUE}, ${CONTEXT}, ${OPTIONS}`
    return this.source.wrap([
      `(${VALUE} = `, partial, `, ${CONTEXT} = `, context, `, ${OPTIONS} = `, options, ', ',
      `${VALUE} = ${OURS}.partial(${given}), ${VALUE} = container.invokePartial(${given})`,
      this.isIndented ? `, ${OURS}.indented(${VALUE}, ${OPTIONS}))` : ')'
    ])
  }

  pushSource (source) {
    if (this.pendingContent) {
      const form = StaticFragment.from(this.pendingContent)
      this.pendingContent = undefined
      const [kind, code] = typeof form === 'string'
        ? ['text', this.quotedString(form)]
        : ['fragment', `${OURS}.fragments[${this.programs.fragments.push(form) - 1}]`]
      this.pushOperand([code], { kind, isString: true })
    }
    if (source) this.source.push(source)
  }

  pushOperand (code, operand) {
    this.pushSource('')
    const line = this.source.wrap(code)
    line.operand = operand
    this.source.push(line)
    this.splices ||= operand.kind !== 'text' && operand.kind !== 'string'
  }

  append () {
    const { operand } = this
    this.operand = DEFAULT
    if (this.isInline()) {
      this.replaceStack((current) => [' != null ? ', current, ' : ""'])
      this.pushOperand([this.popStack()], operand)
    } else {
      const local = this.popStack()
      this.pushSource(['if (', local, ' != null) { ', ...synced(`${OURS}.raw(${OUT}, `, local, ')'), ' }'])
      this.splices = true
    }
  }

  appendEscaped () {
    const code = [this.aliasable('container.escapeExpression'), '(', this.popStack(), ')']
    this.pushOperand(code, { kind: 'string', isString: true })
  }

  mergeSource (varDeclarations) {
    const lines = []
    this.source.each((line) => lines.push(line))
    const runs = runsOf(lines)
    const index = this.isChild ? this.environment.index : 'main'
    const guard = mayAdd(runs, 0) ? runs[0][0].operand.partial : undefined
    const adds = runs.some((_, i) => mayAdd(runs, i) && (i > 0 || guard === undefined))
    this.programs.traits[index] = { isString: this.isString(runs), splices: this.splices && !adds, adds }

    const fallback = `{ ${OURS}.raw(${OUT}, ${OURS}.engineSpec["${index}"].apply(this, arguments)); return ""; }\n`
    return this.source.wrap([
      `var ${OUT} = ${OURS}.state.out, ${TEXT} = ${OUT}.text, ${VALUE}${varDeclarations};\n`,
      ...guard === undefined ? [] : [`  if (!${OURS}.givesString(`, guard, ')) ', fallback],
      ...runs.flatMap(writeRun),
      `  ${OUT}.text = ${TEXT};\n  return "";\n`
    ])
  }

  /** Returns whether Handlebars' program returns a string for any values. */
  isString (runs) {
    if (runs.some((run) => run.some(({ operand }) => operand?.isString))) return true
    return runs.length === 0 || (runs[0][0].operand === undefined && !this.environment.isSimple)
  }
}

/** A compiler whose calls of helpers and partials get the programs that write to the page. */
const callingCompiler = (WritingCompiler) => class extends WritingCompiler {
  invokeKnownHelper (paramSize, name) {
    const replace = BLOCKS.includes(name) ? (options) => this.spliceBlock(options, name === 'each') : undefined
    this.replacing(replace, 'invokeKnownHelper', paramSize, name)
  }

  blockValue (name) {
    this.replacing((options) => this.spliceBlock(options, false), 'blockValue', name)
  }

  invokePartial (isDynamic, name, indent) {
    this.isIndented = Boolean(indent)
    this.replacing((options) => this.programs.makeDual(options), 'invokePartial', isDynamic, name, indent)
    const partial = isDynamic ? undefined : this.nameLookup('partials', name, 'partial')
    this.operand = { kind: 'splice', isString: false, partial }
  }

  registerDecorator (paramSize, name) {
    this.replacing((options) => this.programs.makeDual(options), 'registerDecorator', paramSize, name)
  }

  /** Lets Handlebars compile a call, with other programs as arguments. */
  replacing (replace, method, ...args) {
    this.replacePrograms = replace
    super[method](...args)
    this.replacePrograms = undefined
  }

  setupParams (helper, paramSize, params) {
    const options = super.setupParams(helper, paramSize, params)
    if (Object.hasOwn(options, 'fn')) this.replacePrograms?.(options)
    return options
  }

  /** @param {{ fn: string, inverse: string }} options a block's. @param {boolean} joins whether `fn` gives a string */
  spliceBlock (options, joins) {
    const { programs } = this
    const fn = programs.traitsOf(options.fn)
    const inverse = programs.traitsOf(options.inverse)
    const isString = inverse.isString && (joins || fn.isString)
    this.operand = { kind: fn.splices || inverse.splices ? 'splice' : isString ? 'string' : 'value', isString }
    options.fn = programs.ofBlock(options.fn)
    options.inverse = programs.ofBlock(options.inverse)
  }

  ambiguousBlockValue () {
    const { fn, inverse } = this.setupParams('', 0, [])
    this.flushInline()
    const current = this.topStack()
    const { programs } = this
    const given = `${programs.ofBlock(fn)}, ${programs.ofBlock(inverse)}, ${indexOf(fn)}`
    const options = `${OURS}.withPrograms(options, ${given})`
    const helper = this.aliasable('container.hooks.blockHelperMissing')
    const call = this.source.functionCall(helper, 'call', [this.contextName(0), current, options])
    this.pushSource(['if (!', this.lastHelper, ') { ', ...synced(current, ' = ', call), '}'])
  }
}

/** Returns the number of the program that an expression creates; nothing for an empty program. */
function indexOf (program) {
  return PROGRAM.exec(program)?.[2]
}

module.exports = { Programs, createCompiler }
