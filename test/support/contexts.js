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
  OpenTelemetry () {
    const { context, trace } = require('@opentelemetry/api')
    const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks')
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    return {
      run (name, act) {
        const span = trace.wrapSpanContext({ traceId: name, spanId: name, traceFlags: 0 })
        context.with(trace.setSpan(context.active(), span), act)
      },
      current: () => trace.getActiveSpan()?.spanContext().traceId
    }
  },
  domain () {
    // It changes the whole process.
    const domain = require('node:domain') // eslint-disable-line n/no-deprecated-api
    return {
      run: (name, act) => Object.assign(domain.create(), { requestOf: name }).run(act),
      current: () => process.domain?.requestOf
    }
  }
}

module.exports = { CONTEXTS }
