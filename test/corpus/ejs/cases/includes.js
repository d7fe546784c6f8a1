'use strict'

module.exports = {
  /** Locals with a helper that changes the object it came from, as Express apps do with res.locals. */
  changeable () {
    const locals = { title: 'Title <of> the page', set: (name, value) => { locals[name] = value } }
    return locals
  },
  /** Data for an include whose properties say that they are read. */
  reading () {
    const reads = []
    const read = (name) => ({ enumerable: true, get: () => { reads.push(name); return name } })
    return { reads, data: Object.defineProperties({}, { constructor: read('constructor'), [Symbol.iterator]: read('symbol'), title: read('title') }) }
  },
  wrap: (html) => `<div>${html.trim()}</div>`,
  include: (name) => `<u>${name}</u>`,
  titleOf: function () { return this.title }
}
