'use strict'

module.exports = {
  filters: {
    shout: (text, { suffix = '' }) => text.toUpperCase() + suffix,
    wrap: (text, { tag }) => `<${tag}>${text}</${tag}>`,
    options: (text, options) => JSON.stringify(Object.keys(options))
  },
  bad: () => { throw new TypeError('bad filter') }
}
