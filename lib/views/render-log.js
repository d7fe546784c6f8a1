'use strict'

const { channel } = require('node:diagnostics_channel')
const path = require('node:path')
const { debuglog } = require('node:util')

/** The number of lines for `NODE_DEBUG`: a request may name views that do not exist. */
const MOST_LINES = 1000

/** Why a dialect compiles a view at each render: the cache is full, and Express would not render the same page. */
const COMPILED = 'is compiled at each render, because it has no room in the cache of compiled views, ' +
  'see the option "cacheSize"'

/** Publishes every render that is left to the engine or to Express: `{ view, reason }`. */
const fallbackChannel = channel('buffered-render:fallback')

const debug = debuglog('buffered-render')
/** Bun's `debuglog` has no `enabled`. */
const isDebugging = debug.enabled ?? process.env.NODE_DEBUG !== undefined

/** Counts renders by engines and by Express. With `NODE_DEBUG`, prints once for each view who renders it. */
class RenderLog {
  constructor () {
    /** Reason → the number of renders. @type {Record<string, number>} */
    this.counts = Object.create(null)
    /** The printed lines. @type {Set<string>} */
    this.lines = new Set()
  }

  /** @param {string} [reason] why the engine rendered the template: the rest of a sentence that begins with it */
  recordRender (file, reason) {
    if (reason !== undefined) this.countFallback(file, reason)
    if (!isDebugging) return
    const name = path.relative('', file)
    this.print(reason === undefined ? `${name} is spliced` : `${name} is rendered by its engine, because it ${reason}`)
  }

  /** Counts a render for which a view was compiled, and warns of the first. @returns {false} it is not kept */
  reportCompiled (file) {
    if (this.counts[COMPILED] === undefined) {
      process.emitWarning(`View "${file}" ${COMPILED}`, { code: 'BUFFERED_RENDER_CACHE' })
    }
    this.countFallback(file, COMPILED)
    return false
  }

  /** @param {string} reason why Express renders the view: the rest of a sentence that begins with it */
  reportLeftToExpress (view, reason) {
    this.countFallback(view, reason)
    if (isDebugging) this.print(`View ${JSON.stringify(view)} is left to Express, because it ${reason}`)
  }

  countFallback (view, reason) {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1
    if (fallbackChannel.hasSubscribers) fallbackChannel.publish({ view, reason })
  }

  stats () {
    return { engine: { ...this.counts }, checks: false, differences: 0 }
  }

  print (line) {
    if (this.lines.size >= MOST_LINES || this.lines.has(line)) return
    this.lines.add(line)
    debug('%s', line)
  }
}

module.exports = { RenderLog }
