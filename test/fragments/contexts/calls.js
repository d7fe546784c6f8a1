'use strict'

// Run with --expose-gc: calls fragments, each with a context of its own, and counts the contexts that are alive afterwards.

const { AsyncLocalStorage } = require('node:async_hooks')
const { setTimeout: wait } = require('node:timers/promises')
const { createRenderer, html } = require('../../..')
const { ModelConnection, ModelStore } = require('../../support/model-store')
process.removeAllListeners('warning')
const contexts = new AsyncLocalStorage()
const seen = new Set()
const shared = new ModelStore()
const create = () => {
  const store = new ModelConnection(shared)
  const renderer = createRenderer({ cache: true, fragments: { store, version: '1' } })
  const tags = () => { seen.add(contexts.getStore()); return ['all'] }
  return { store, renderer, card: renderer.cached('card', { ttl: 3600e3, tags }, async (id) => { seen.add(contexts.getStore()); if (id === 'fails') throw new Error('failed'); return html`<b>${id}</b>` }) }
}
const refs = []
const call = (run) => {
  const context = { user: refs.length }
  refs.push(new WeakRef(context))
  return contexts.run(context, run)
}
;(async () => {
  const [one, other] = [create(), create()]
  for (let i = 0; i < 30; i++) await call(() => one.card(i))
  for (let i = 0; i < 30; i++) await call(() => other.card(i))
  for (let i = 0; i < 5; i++) await call(() => one.card('fails').catch(() => {}))
  // The store is tried in the background from now on.
  other.store.fail('rejects', 60_000)
  for (let i = 0; i < 5; i++) await call(() => other.renderer.invalidate('other').catch(() => {}))
  for (let i = 0; i < 5; i++) { await wait(20); global.gc() }
  console.log(JSON.stringify({ alive: refs.flatMap((ref, i) => ref.deref() ? [i] : []), seen: [...seen].map((each) => typeof each) }))
  process.exit()
})()
