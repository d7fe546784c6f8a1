'use strict'

const { pendingOf } = require('./run-generator')

/**
 * A value with its filters, evaluated without an iterator for each step unless there is something to wait for. It has
 * the properties of Liquid's `Value` that tags read.
 */
class DirectValue {
  constructor ({ initial, filters }, internals) {
    this.initial = initial
    this.filters = filters
    this.operand = operandOf(initial, internals)
    this.steps = filters.map((filter) => DirectFilter.of(filter, internals) ?? filter)
  }

  /** @returns {unknown} the value, or a generator of it */
  value (ctx, lenient) {
    const { filters, operand, steps } = this
    lenient = lenient || (ctx.opts.lenientIf && filters.length > 0 && filters[0].name === 'default')
    let value = operand === undefined ? this.initial.evaluate(ctx, lenient) : operand.read(ctx, lenient)
    for (let i = 0; i < steps.length; i++) {
      const pending = pendingOf(value)
      if (pending !== undefined) return this.filterLater(pending, i, ctx)
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

/** A filter whose arguments are constants and properties, none of them named. */
class DirectFilter {
  static of (filter, internals) {
    if (filter.constructor !== internals.Filter) return
    const operands = filter.args.map((arg) => arg && !Array.isArray(arg)
      ? operandOf(new internals.Expression([arg]), internals)
      : undefined)
    return operands.includes(undefined) ? undefined : new DirectFilter(filter, operands)
  }

  constructor (filter, operands) {
    this.filter = filter
    this.operands = operands
  }

  render (value, ctx) {
    const argv = [value]
    for (let i = 0; i < this.operands.length; i++) {
      const arg = this.operands[i].read(ctx, false)
      const pending = pendingOf(arg)
      if (pending !== undefined) return this.renderLater(argv, pending, ctx)
      argv.push(arg)
    }
    return this.apply(argv, ctx)
  }

  * renderLater (argv, pending, ctx) {
    argv.push(yield pending)
    while (argv.length <= this.operands.length) argv.push(yield this.operands[argv.length - 1].read(ctx, false))
    return yield this.apply(argv, ctx)
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
  /** @param {object} expression Liquid's, with this property alone */
  constructor (expression, props) {
    this.expression = expression
    this.props = props
  }

  /** @returns {unknown} the value, or a generator of it */
  read (ctx, lenient) {
    if (ctx.strictVariables) return this.expression.evaluate(ctx, lenient)
    const { props } = this
    try {
      let value = ctx.findScope(props[0])
      for (let i = 0; i < props.length; i++) {
        value = ctx.readProperty(value, props[i])
        const pending = pendingOf(value)
        if (pending !== undefined) return this.through(readLater(ctx, pending, props.slice(i + 1)), lenient)
      }
      return value
    } catch (error) {
      return this.through(failing(error), lenient)
    }
  }

  /** Lets Liquid evaluate a property that is pending or has failed: `reading` is a generator of it. */
  through (reading, lenient) {
    return this.expression.evaluate({ _get: () => reading }, lenient)
  }
}

function * readLater (ctx, pending, props) {
  return yield ctx._getFromScope(yield pending, props)
}

function * failing (error) {
  throw error
}

/** @param {object} expression Liquid's. @returns {Constant | Property | undefined} nothing for other expressions */
function operandOf (expression, { Constants, Property: PropertyToken }) {
  const { postfix } = expression
  if (postfix.length !== 1) return
  const [token] = postfix
  if (Constants.has(token.constructor)) return new Constant(token.content)
  if (token.constructor !== PropertyToken || token.variable !== undefined || token.props.length === 0) return

  const props = token.props.map(({ content }) => content)
  return props.every((prop) => typeof prop === 'string' || typeof prop === 'number')
    ? new Property(expression, props)
    : undefined
}

module.exports = { DirectValue, failing }
