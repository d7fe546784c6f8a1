'use strict'

const { isPending } = require('./drive')

/**
 * A value with its filters, evaluated without an iterator for each step where nothing
 * has to be waited for. It has what the tags read of Liquid's `Value`.
 */
class DirectValue {
  /**
   * @param {object} value Liquid's
   * @param {import('./kit').Kit} kit
   */
  constructor ({ initial, filters }, kit) {
    this.initial = initial
    this.filters = filters
    this.operand = operandOf(initial)
    this.steps = filters.map((filter) => DirectFilter.of(filter, kit) ?? filter)
  }

  /**
   * @param {object} ctx
   * @param {boolean} [lenient]
   * @returns {unknown} the value, or what gives it when it is driven
   */
  value (ctx, lenient) {
    const { filters, operand, steps } = this
    lenient = lenient || (ctx.opts.lenientIf && filters.length > 0 && filters[0].name === 'default')
    let value = operand === undefined ? this.initial.evaluate(ctx, lenient) : operand.read(ctx, lenient)
    for (let i = 0; i < steps.length; i++) {
      if (isPending(value)) return this.filterLater(value, i, ctx)
      value = steps[i].render(value, ctx)
    }
    return value
  }

  * filterLater (pending, index, ctx) {
    let value = yield pending
    for (; index < this.steps.length; index++) value = yield this.steps[index].render(value, ctx)
    return value
  }
}

/**
 * A filter whose arguments can be read directly.
 */
class DirectFilter {
  /**
   * @param {object} filter Liquid's
   * @param {import('./kit').Kit} kit
   * @returns {DirectFilter | undefined}
   */
  static of (filter, kit) {
    if (filter.constructor !== kit.Filter) return
    const names = filter.args.map((arg) => Array.isArray(arg) ? arg[0] : undefined)
    const tokens = filter.args.map((arg) => Array.isArray(arg) ? arg[1] : arg)
    const operands = tokens.map((token) => token && operandOf(new kit.Expression([token])))
    return operands.includes(undefined) ? undefined : new DirectFilter(filter, names, operands)
  }

  constructor (filter, names, operands) {
    this.filter = filter
    this.names = names
    this.operands = operands
  }

  /**
   * @param {unknown} value
   * @param {object} ctx
   * @returns {unknown}
   */
  render (value, ctx) {
    const argv = [value]
    for (let i = 0; i < this.operands.length; i++) {
      const arg = this.operands[i].read(ctx, false)
      if (isPending(arg)) return this.renderLater(argv, arg, ctx)
      argv.push(this.named(i, arg))
    }
    return this.apply(argv, ctx)
  }

  * renderLater (argv, pending, ctx) {
    argv.push(this.named(argv.length - 1, yield pending))
    while (argv.length <= this.operands.length) {
      const i = argv.length - 1
      argv.push(this.named(i, yield this.operands[i].read(ctx, false)))
    }
    return yield this.apply(argv, ctx)
  }

  named (i, arg) {
    return this.names[i] === undefined ? arg : [this.names[i], arg]
  }

  apply (argv, context) {
    const { handler, token, liquid } = this.filter
    return handler.apply({ context, token, liquid }, argv)
  }
}

class Constant {
  constructor (content) {
    this.content = content
  }

  read () {
    return this.content
  }
}

class Property {
  /**
   * @param {object} expression Liquid's, of this property alone
   * @param {(string | number)[]} props
   */
  constructor (expression, props) {
    this.expression = expression
    this.props = props
  }

  /**
   * @param {object} ctx
   * @param {boolean} lenient
   * @returns {unknown}
   */
  read (ctx, lenient) {
    const { props } = this
    let value
    try {
      value = ctx.findScope(props[0])
      for (let i = 0; i < props.length; i++) {
        value = ctx.readProperty(value, props[i])
        if (isPending(value)) {
          const pending = value
          return this.through(() => readLater(ctx, props, i, pending), lenient)
        }
        if (value === undefined && ctx.strictVariables) return this.through(() => undefinedVariable(ctx, props, i), lenient)
      }
    } catch (error) {
      return this.through(() => { throw error }, lenient)
    }
    return value
  }

  /**
   * Lets Liquid itself evaluate the property where something has to be waited for or
   * has failed: it knows what that becomes.
   *
   * @param {() => unknown} get
   * @param {boolean} lenient
   * @returns {Iterator<unknown>}
   */
  through (get, lenient) {
    return this.expression.evaluate({ _get: get }, lenient)
  }
}

function * readLater (ctx, props, i, value) {
  for (;;) {
    value = yield value
    if (value === undefined && ctx.strictVariables) yield undefinedVariable(ctx, props, i)
    if (++i === props.length) return value
    value = ctx.readProperty(value, props[i])
  }
}

/**
 * @param {object} ctx
 * @param {(string | number)[]} props
 * @param {number} i the one that is undefined
 * @returns {Iterator<unknown>} throws Liquid's error
 */
function undefinedVariable (ctx, props, i) {
  return ctx._getFromScope(undefined, [props.slice(0, i + 1).join('.')])
}

/**
 * @param {object} expression Liquid's
 * @returns {Constant | Property | undefined} nothing if it takes more than to read it
 */
function operandOf (expression) {
  const { postfix } = expression
  if (postfix.length !== 1) return
  const [token] = postfix
  if (typeof token.operator === 'string') return
  if ('content' in token) return new Constant(token.content)
  if (!Array.isArray(token.props) || token.variable !== undefined || token.props.length === 0) return

  const props = token.props.map(({ content }) => content)
  return props.every((prop) => typeof prop === 'string' || typeof prop === 'number') ? new Property(expression, props) : undefined
}

module.exports = { DirectValue }
