'use strict'

const { setTimeout } = require('node:timers/promises')
const fc = require('fast-check')
const { createRenderer, html } = require('../../..')
const { LONGEST_STALE, stalePages } = require('../../support/fleet')
const { propertyRuns } = require('../../support/level')
const { LATE, ModelConnection, ModelStore } = require('../../support/model-store')

// Two or three renderers, which share nothing but a store in memory, stand for processes: that takes no time to start, and
// lets the store of each fail on its own. The other tests here have real processes and stores.

const KEYS = ['a', 'b']

/** Milliseconds after the end of a failure: a try to reach the store each second, a comparison each second. */
const LONGEST_RETURN = 2200

/** Milliseconds by which loads, locks and comparisons may delay the end of a ttl. */
const TTL_SLACK = 2500

/** Scenarios at the same time: they mostly wait. */
const AT_ONCE = 50

const process_ = fc.nat(2)
const scenario = fc.record({
  processes: fc.integer({ min: 2, max: 3 }),
  ttl: fc.constantFrom(150, 600, 60_000),
  stale: fc.constantFrom(0, 300, 60_000),
  loadTime: fc.constantFrom(0, 30, 300, 1200),
  steps: fc.array(fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant('call'), process: process_, name: fc.constantFrom('card', 'list'), key: fc.constantFrom(...KEYS) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('invalidate'), process: process_, key: fc.constantFrom(...KEYS), together: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('change'), key: fc.constantFrom(...KEYS) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('wait'), ms: fc.constantFrom(1, 10, 60, 200, 500, 1150) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('fail'), process: process_, how: fc.constantFrom('rejects', 'hangs', 'is late'), ms: fc.constantFrom(30, 300, 1200) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('evict'), share: fc.double({ min: 0, max: 0.99, noNaN: true }) }) }
  ), { minLength: 10, maxLength: 40 })
})

/** A fleet in one process, with its data and what happened to it. */
class Model {
  calls = []
  /** Data that changed, and when the page must be new by its invalidation: `ended`, or `rejected`. */
  changes = []
  /** Times in which a process could not rely on its store. */
  failures = []
  /** Times in which all of them could not. */
  stalls = []
  #versions = new Map(KEYS.map((key) => [key, 1]))
  #shared = new ModelStore()
  #processes

  constructor ({ processes, ttl, stale, loadTime }) {
    this.times = { ttl, stale }
    this.#processes = Array.from({ length: processes }, () => {
      const store = new ModelConnection(this.#shared)
      const renderer = createRenderer({ cache: true, fragments: { store, version: '1' } })
      const options = { ttl, stale }
      const card = renderer.cached('card', { ...options, tags: (key) => [`tag:${key}`] }, async (key) => {
        const version = this.#versions.get(key)
        await setTimeout(loadTime)
        return html`<p>${key}=v${version};</p>`
      })
      const list = renderer.cached('list', options, async () => html`<ul>${await Promise.all(KEYS.map((key) => card(key)))}</ul>`)
      return { store, renderer, fragments: { card, list } }
    })
  }

  /** @returns {Promise<void> | void} for a step that takes its time */
  do ({ does, ...step }) {
    return this[does](step)
  }

  wait ({ ms }) {
    return setTimeout(ms)
  }

  call ({ process, name, key }) {
    const index = process % this.#processes.length
    const call = { process: index, name, args: name === 'card' ? [key] : [], start: performance.now() }
    call.done = this.#processes[index].fragments[name](...call.args)
    // A hit is no promise.
    call.done = Promise.resolve(call.done).then((page) => { call.text = String(page) }, (error) => { call.error = error.message })
    this.calls.push(call)
  }

  change ({ key }) {
    const version = this.#versions.get(key) + 1
    this.#versions.set(key, version)
    const change = { key, version, changed: performance.now() }
    this.changes.push(change)
    return change
  }

  invalidate ({ process, key, together }) {
    const index = process % this.#processes.length
    const change = this.change({ key })
    change.process = index
    change.done = this.#processes[index].renderer.invalidate(`tag:${key}`).then(
      () => { change.ended = performance.now() },
      () => { change.rejected = performance.now() }
    )
    if (!together) return change.done
  }

  fail ({ process, how, ms }) {
    const index = process % this.#processes.length
    const start = performance.now()
    this.failures.push({ process: index, start, end: this.#processes[index].store.fail(how, ms) + (how === 'is late' ? LATE : 0) })
  }

  evict ({ share }) {
    this.#shared.evict(share)
  }

  async finish () {
    await Promise.all([...this.calls, ...this.changes].map(({ done }) => done))
    const quiet = Math.max(performance.now() + LONGEST_STALE, ...this.failures.map(({ end }) => end + LONGEST_RETURN))
    await setTimeout(quiet - performance.now() + 10)
    for (const process of this.#processes.keys()) {
      for (const key of KEYS) this.call({ process, name: 'card', key })
      this.call({ process, name: 'list' })
    }
    await Promise.all(this.calls.map(({ done }) => done))
  }

  /** @returns {string[]} */
  problems () {
    return [
      ...this.calls.filter(({ error }) => error !== undefined).map(({ error }) => error),
      ...this.changes.flatMap((change) => this.#rejectedInVain(change)),
      ...this.calls.flatMap((call) => stalePages([call], this.changes.map((change) => ({ ...change, ended: this.#limit(call, change) })), 0))
    ]
  }

  /** An invalidation may be rejected only while the store of its process fails. */
  #rejectedInVain ({ process, key, changed, rejected }) {
    if (rejected === undefined || this.#failureOf(process, changed, rejected) > -Infinity) return []
    return [`the invalidation of ${key} was rejected`]
  }

  /** @returns {number} when the page of a call has to show the change */
  #limit (call, { ended, rejected, process, changed }) {
    const { ttl, stale } = this.times
    const life = (1.1 * ttl + stale) * (call.name === 'list' ? 2 : 1)
    const byTtl = changed + life + TTL_SLACK
    if (ended === undefined && rejected === undefined) return byTtl

    const ready = ended ?? this.#failureOf(process, changed, rejected) + LONGEST_RETURN
    // In the process of the invalidation, the page is new at once.
    const inFleet = ended !== undefined && call.process === process ? ended : ready + LONGEST_STALE
    return Math.min(byTtl, Math.max(inFleet, this.#failureOf(call.process, changed, call.start) + LONGEST_RETURN))
  }

  /** @returns {number} the end of the last failure that a process felt between two times */
  #failureOf (process, from, to) {
    const felt = [...this.stalls, ...this.failures.filter((failure) => failure.process === process)]
      .filter(({ start, end }) => start <= to && end + LONGEST_RETURN >= from)
    return Math.max(-Infinity, ...felt.map(({ end }) => end))
  }
}

/** Milliseconds for which the process may stand still: the library gives its store 100. */
const LONGEST_STALL = 40

/** Looks for times in which the process stood still, when its stores seem to fail. @returns {() => object[]} ends it */
function watchStalls () {
  const stalls = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last > LONGEST_STALL) stalls.push({ start: last, end: now })
    last = now
  }, 5)
  return () => {
    clearInterval(timer)
    return stalls
  }
}

async function run (input) {
  const model = new Model(input)
  for (const step of input.steps) await model.do(step)
  await model.finish()
  return model
}

it('calls, invalidations, expiries and failures in any order give no page that is older than an invalidation that had ended a second before', async () => {
  const { numRuns, seed = Math.floor(Math.random() * 2 ** 31) } = propertyRuns(400)
  const count = Math.ceil(numRuns / 4)
  const inputs = fc.sample(scenario, { numRuns: count, seed })
  const counts = { calls: 0, tried: 0 }
  while (inputs.length > 0) {
    const batch = inputs.splice(0, AT_ONCE)
    const stop = watchStalls()
    const models = await Promise.all(batch.map(run))
    const stalls = stop()
    for (const [i, model] of models.entries()) {
      model.stalls = stalls
      const problems = model.problems()
      if (problems.length > 0) throw new Error(`TEST_SEED=${seed}\n${problems.join('\n')}\n${JSON.stringify(batch[i])}`)
      counts.calls += model.calls.length
      counts.tried += model.changes.filter(({ ended }) => ended !== undefined).length
    }
  }
  expect(counts.calls).toBeGreaterThan(8 * count)
  expect(counts.tried).toBeGreaterThan(count / 4)
})
