'use strict'

module.exports = {
  inherited: () => Object.assign(Object.create({ proto: '<proto>' }), { own: 1 }),
  max: () => '<mine>',
  counting: () => { let n = 0; return { get a () { return ++n } } },
  bare: () => Object.assign(Object.create(null), { a: '<' })
}
