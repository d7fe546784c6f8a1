'use strict'

/** The counters that the page shows, from `renderer.stats().fragments`. */
const COUNTERS = [
  { key: 'process', title: 'Found in this process', of: ({ hits }) => hits.process },
  { key: 'store', title: 'Found in Redis', of: ({ hits }) => hits.store },
  { key: 'loads', title: 'Loaded', of: ({ loads }) => loads },
  { key: 'waits', title: 'Waited for a load', of: ({ waits }) => waits },
  { key: 'stale', title: 'Served stale', of: ({ stale }) => stale },
  { key: 'failures', title: 'Failed loads', of: ({ failures }) => failures },
  { key: 'entries', title: 'Fragments in memory', of: ({ entries }) => entries },
  { key: 'size', title: 'Their size', of: ({ bytes }) => `${Math.ceil(bytes / 1000)} kB` },
  { key: 'breaker', title: 'Redis', of: ({ breaker }) => breaker === 'open' ? 'away' : 'there' }
]

/**
 * @param {import('buffered-render').Stats} stats
 * @returns {Record<string, string | number>} key of a counter → what to show
 */
function countsOf ({ fragments }) {
  return Object.fromEntries(COUNTERS.map(({ key, of }) => [key, of(fragments)]))
}

module.exports = { COUNTERS, countsOf }
