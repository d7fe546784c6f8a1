'use strict'

/**
 * Ways in which an app knows, wherever it is called, which request it is called for.
 *
 * @type {Record<string, () => { run: (name: string, act: () => void) => void, current: () => string | undefined }>}
 */
const CONTEXTS = {
  AsyncLocalStorage () {
    const { AsyncLocalStorage } = require('node:async_hooks')
    const storage = new AsyncLocalStorage()
    return { run: (name, act) => storage.run(name, act), current: () => storage.getStore() }
  },
  domain () {
    // It changes the whole process.
    const domain = require('node:domain')
    return {
      run: (name, act) => Object.assign(domain.create(), { requestOf: name }).run(act),
      current: () => process.domain?.requestOf
    }
  }
}

module.exports = { CONTEXTS }
