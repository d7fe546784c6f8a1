'use strict'

// Run with --expose-gc: calls fragments, each with a context of its own, and counts the contexts that are alive afterwards.

const { AsyncLocalStorage } = require('node:async_hooks')
const { setTimeout: wait } = require('node:timers/promises')
const { createRenderer, html } = require('../../..')
process.removeAllListeners('warning')
const contexts = new AsyncLocalStorage()
const seen = new Set()
const kept = new Map()
let isBroken = false
const answer = async (value) => { await wait(1); if (isBroken) throw new Error('broken'); return value }
const store = () => ({
  get: (key) => answer(kept.get(key)),
  set: (key, value) => answer(kept.set(key, value) && true),
  add: (key, value) => answer(!kept.has(key) && Boolean(kept.set(key, value))),
  delete: (key) => answer(kept.delete(key))
})
const create = () => {
  const renderer = createRenderer({ cache: true, fragments: { store: store(), version: '1' } })
  const tags = () => { seen.add(contexts.getStore()); return ['all'] }
  return { renderer, card: renderer.cached('card', { ttl: 3600e3, tags }, async (id) => { seen.add(contexts.getStore()); if (id === 'fails') throw new Error('failed'); return html`<b>${id}</b>` }) }
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
  isBroken = true
  // The store is tried in the background from now on.
  for (let i = 0; i < 5; i++) await call(() => other.renderer.invalidate('other').catch(() => {}))
  for (let i = 0; i < 5; i++) { await wait(20); global.gc() }
  console.log(JSON.stringify({ alive: refs.flatMap((ref, i) => ref.deref() ? [i] : []), seen: [...seen].map((each) => typeof each) }))
  process.exit()
})()
