'use strict'

module.exports = { fails: (liquid) => liquid.registerFilter('fails', () => { throw new TypeError('No') }) }
