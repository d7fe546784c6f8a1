'use strict'

const { long } = require('../long')

const filters = {
  shout: (text, { suffix = '' }) => text.toUpperCase() + suffix,
  wrap: (text, { tag }) => `<${tag}>${text}</${tag}>`,
  options: (text, options) => JSON.stringify(Object.keys(options))
}

module.exports = [
  { name: 'filter', page: `p\n  :shout\n    text\n      more ${long()}\n  :shout() x\np= n`, options: { filters }, locals: () => ({ n: '<' }), spliced: true },
  { name: 'filter with attributes', page: `:wrap(tag='b')\n  text #{n} ${long()}`, options: { filters } },
  { name: 'nested filters', page: `:wrap(tag='i'):shout(suffix='<!>')\n  text ${long()}`, options: { filters } },
  { name: 'inline filter', page: `p.\n  a #[:shout text] b ${long()}`, options: { filters } },
  { name: 'filter options and aliases', page: `:loud text\n:options\n  x\np ${long()}`, options: { filters, filterAliases: { loud: 'shout' }, filterOptions: { options: { a: 1 } } } },
  { name: 'filter that is missing', page: `p ${long()}\n:no-such-filter\n  x`, throws: true },
  { name: 'filter that throws', page: `p ${long()}\n:bad\n  x`, options: { filters: { bad: () => { throw new TypeError('bad filter') } } }, throws: true }
]
