'use strict'

const fc = require('fast-check')
const { text } = require('./text')

const number = fc.oneof(fc.integer({ min: -3, max: 20 }), fc.constantFrom(NaN, -0, 1.5, 1e21, Infinity))
const scalar = fc.oneof(text, number, fc.boolean(), fc.constantFrom(null, undefined, '', '\ud83c', '\udf89', 10n))

const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom({}, { toString: () => '<toString>', valueOf: () => '<valueOf>' }, { a: 1 }) }
)

const data = fc.record({
  title: text,
  text,
  label: value,
  total: number,
  count: fc.integer({ min: 0, max: 9 }),
  n: number,
  zero: fc.constantFrom(0, -0, ''),
  flag: fc.boolean(),
  nothing: fc.constantFrom(null, undefined),
  html: text.map((content) => `<b>${content}</b>`),
  name: value,
  escape: value,
  status: value,
  items: fc.array(scalar, { maxLength: 4 }),
  user: fc.record({ name: value, email: text })
})

/** Helpers of every kind, made anew since what some of them change must not outlive a render. */
function helpers () {
  return {
    upper: (content) => String(content).toUpperCase(),
    self () { return this?.title },
    touch () { return this && ++this.count },
    rename (title) { if (this) this.title = title },
    bound: function () { return this.title }.bind({ title: '<bound>' }),
    each: (list, callback) => { for (const item of list) callback(item) },
    explode: () => { throw new RangeError('exploded') },
    later: async (value) => value,
    tag: (strings, ...values) => strings.join('|') + values
  }
}

/** Functions that make the locals of one render. */
const locals = data.map((plain) => () => ({
  ...plain,
  items: [...plain.items],
  user: { ...plain.user },
  ...helpers()
}))

module.exports = { locals }
