'use strict'

const { areCurrent, areKnown } = require('./tokens')

const NOTHING = { value: undefined, isFresh: false }

/**
 * What the tokens and the marker of the store say about the entry of a process, before a value is read. The first row
 * that holds decides. A marker is newer than a refused entry if it differs from that before its load.
 *
 * | tokens      | time           | marker      | refused | state     |
 * | ----------- | -------------- | ----------- | ------- | --------- |
 * | not known   |                |             |         | 'unknown' |
 * | another     |                |             |         | 'invalid' |
 * | the same    |                | the entry's |         | 'fresh'   |
 * | the same    | ≥ `staleUntil` |             |         | 'expired' |
 * | the same    | < `staleUntil` | not newer   | yes     | 'refused' |
 * | the same    | < `staleUntil` |             |         | 'valid'   |
 *
 * @param {import('./fragment-entry').FragmentEntry} [entry] without one, 'absent'
 */
function stateInStore (entry, { tokens, marker, comparedAt }) {
  if (entry === undefined) return 'absent'
  if (!areKnown(entry.tokens)) return 'unknown'
  if (!areCurrent(entry.tokens, tokens)) return 'invalid'
  if (entry.generation === marker) return 'fresh'
  if (comparedAt >= entry.staleUntil) return 'expired'
  return entry.refusal !== undefined && !isNewer(marker, entry) ? 'refused' : 'valid'
}

/**
 * What a lookup gives: the entry, the value of the store, or nothing. The first row that holds decides.
 *
 * | entry                  | value       | given                                   |
 * | ---------------------- | ----------- | --------------------------------------- |
 * | 'fresh'                |             | the entry, fresh                        |
 * | 'refused'              |             | the entry, fresh before `freshUntil`    |
 * | 'valid'                | unreadable  | the entry, fresh before `freshUntil`    |
 * |                        | unreadable  | nothing                                 |
 * |                        | none valid  | nothing                                 |
 * |                        | the entry's | the entry, stale                        |
 * | 'valid'                | older       | the entry, stale                        |
 * | 'expired' or 'unknown' | older       | nothing, `isOlder`                      |
 * |                        | another     | the value, fresh if the marker is its   |
 *
 * @param {string} state that of the entry
 * @param {StoredValue} [value] a valid one, or why it cannot be read
 *
 * @typedef {ReturnType<typeof import('./stored-value').decodeValue> & { unreadable?: string }} StoredValue
 */
function choose (entry, state, { marker, comparedAt }, value) {
  if (state === 'fresh') return { value: entry, isFresh: true }
  if (state === 'refused' || (state === 'valid' && value?.unreadable !== undefined)) {
    return { value: entry, isFresh: entry.isFresh && comparedAt < entry.freshUntil }
  }
  if (value === undefined || value.unreadable !== undefined) return NOTHING
  if (value.generation === entry?.generation) return { value: entry, isFresh: false }
  if (isOlder(value, entry, marker)) {
    if (state === 'valid') return { value: entry, isFresh: false }
    if (state !== 'invalid') return { ...NOTHING, isOlder: true }
  }
  return { value, isFresh: value.generation === marker }
}

/** Whether the store has a fresh value that it did not have before it refused the entry. */
function isNewer (marker, { refusal }) {
  return refusal !== undefined && marker !== undefined && marker !== refusal.marker
}

/** Whether the store had the value before an entry that it has not taken: when both were first compared. */
function isOlder (value, entry, marker) {
  if (entry === undefined || entry.isStored || isNewer(marker, entry)) return false
  entry.before ??= value.generation
  return value.generation === entry.before
}

module.exports = { choose, stateInStore }
