'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { subscribe, unsubscribe } = require('node:diagnostics_channel')

/**
 * What a page has cost.
 *
 * @typedef {{ start: number, end?: number, firstByte?: number, render?: any, fallback?: any, response?: any, counts: Record<string, number> }} Cost
 */

/** The cost of the page of the request. @type {AsyncLocalStorage<Cost>} */
const costs = new AsyncLocalStorage()

/** Channel → what a message says about the cost. */
const MESSAGES = {
  'buffered-render:render': (render) => ({ render }),
  'buffered-render:fallback': (fallback) => ({ fallback }),
  'buffered-render:response': (response) => ({ response, firstByte: performance.now() })
}

/**
 * Listens to buffered-render, if the process has it: without, pages have no cost but their time.
 *
 * @returns {() => void} stops it
 */
function observe () {
  const listeners = Object.entries(MESSAGES).map(([channel, costOf]) => {
    // Subscribers run in the async context of the request.
    const listener = (message) => { Object.assign(costs.getStore() ?? {}, costOf(message)) }
    subscribe(channel, listener)
    return () => unsubscribe(channel, listener)
  })
  return () => listeners.forEach((stop) => stop())
}

/**
 * Adds the URL `/cost` to an app: what its latest page has cost. The footers show it in a frame, which the browser requests
 * after the page. So pages stay as they are, and so do their entity tags. Call `observe` before.
 *
 * @param {import('node:http').RequestListener} app
 * @param {() => Record<string, number>} [fragmentCounts] what it has done with cached fragments so far
 * @returns {import('node:http').RequestListener}
 */
function withCost (app, fragmentCounts = () => ({})) {
  /** @type {Cost | undefined} */
  let latest
  return (req, res) => {
    if (req.url === '/cost') return send(res, latest ? sentences(latest) : ['No page has been sent yet.'])
    const cost = { start: performance.now(), counts: {} }
    const before = fragmentCounts()
    res.once('finish', () => {
      cost.end = performance.now()
      for (const [what, count] of Object.entries(fragmentCounts())) cost.counts[what] = count - before[what]
      if (cost.response || /^text\/html/.test(res.getHeader('Content-Type'))) latest = cost
    })
    costs.run(cost, () => app(req, res))
  }
}

/** @param {Cost} cost */
function sentences (cost) {
  const { start, end, response, counts } = cost
  const fragments = Object.entries(counts).filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
  return [
    `This page: ${maker(cost)}`,
    ...fragments.length > 0 ? [`Cached fragments: ${fragments.join(', ')}.`] : [],
    response ? delivery(cost) : `Sent after ${time(end - start)}.`
  ]
}

function maker ({ render, fallback, response }) {
  if (!response) return fallback ? `${fallback.view}, left to Express, because it ${fallback.reason}.` : 'made without buffered-render.'
  if (!render) return 'made with the html tag.'
  const how = fallback ? `rendered by its engine, because it ${fallback.reason},` : 'spliced'
  const { view, staticBytes, dynamicBytes, duration } = render
  return `${view}, ${how} in ${time(duration)}. Of its ${number(staticBytes + dynamicBytes)} bytes, ${number(staticBytes)} were encoded in advance.`
}

function delivery ({ start, end, firstByte, response: { status, encoding, bytes, memo } }) {
  if (status === 304) return 'Not sent: the browser has it (304).'
  const as = encoding === 'identity' ? 'uncompressed' : `as ${encoding}`
  if (bytes === undefined) return `Streamed ${as}: its start after ${time(firstByte - start)}, its end after ${time(end - start)}.`
  return `Sent ${as}: ${number(bytes)} bytes${memo ? ', found in the memo' : ''}.`
}

function send (res, sentences) {
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>What this page has cost</title>
<style>
  :root { color-scheme: light dark; background: light-dark(#fff, #1c1d1f); color: light-dark(#565c66, #a5abb5); }
  body { display: grid; align-items: center; min-height: 100vh; margin: 0; padding: .375rem .75rem; box-sizing: border-box; font: .8125rem/1.5 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
  p { margin: 0; }
</style>
<p>${sentences.map((text) => text.replace(/[&<]/g, (c) => `&#${c.charCodeAt(0)};`)).join(' ')}</p>
`)
}

function time (milliseconds) {
  if (milliseconds < 1) return `${Math.ceil(milliseconds * 1000)} µs`
  return milliseconds < 1000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

function number (bytes) {
  return bytes.toLocaleString('en')
}

module.exports = { observe, withCost }
